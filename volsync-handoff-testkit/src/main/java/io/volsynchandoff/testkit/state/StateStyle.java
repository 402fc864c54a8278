// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** How value classes are generated here: as the core's views are. */
@Target({ElementType.PACKAGE, ElementType.TYPE})
@Retention(RetentionPolicy.SOURCE)
@Value.Style(
    visibility = Value.Style.ImplementationVisibility.PACKAGE,
    overshadowImplementation = true,
    builderVisibility = Value.Style.BuilderVisibility.PACKAGE,
    jdkOnly = false,
    fallbackNullableAnnotation = Nullable.class)
@interface StateStyle {}
