// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** One ownerReference. */
public record OwnerView(
    String apiVersion,
    String kind,
    String name,
    String uid,
    boolean controller,
    boolean blockOwnerDeletion) {}
