// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.annotation.processing.Generated;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * How value classes are generated: callers see the abstract type and its builder only, so that the
 * generated class can change without changing the API. Builders keep {@code from}, for copying a
 * view with a change.
 */
@Target({ElementType.PACKAGE, ElementType.TYPE})
@Retention(RetentionPolicy.SOURCE)
@Value.Style(
    visibility = Value.Style.ImplementationVisibility.PACKAGE,
    overshadowImplementation = true,
    builderVisibility = Value.Style.BuilderVisibility.PACKAGE,
    jdkOnly = false,
    // Immutables' own mark stays in class files, and callers who lint would need its jar.
    allowedClasspathAnnotations = Generated.class,
    fallbackNullableAnnotation = Nullable.class)
public @interface ViewStyle {}
