// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** A Namespace; nothing can be created in one that is terminating. */
public record NamespaceView(String name, boolean terminating) {}
