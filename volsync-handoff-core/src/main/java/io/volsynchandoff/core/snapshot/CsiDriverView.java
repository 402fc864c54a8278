// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** A CSIDriver object; without one Kubernetes takes {@code attachRequired} as true. */
public record CsiDriverView(String name, boolean attachRequired) {}
