// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** A Node; {@code outOfService} is the taint {@code node.kubernetes.io/out-of-service}. */
public record NodeView(String name, boolean ready, boolean outOfService) {}
