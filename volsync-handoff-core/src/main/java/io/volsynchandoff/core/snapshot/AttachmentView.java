// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** A VolumeAttachment, attached or not: it counts for as long as the object is there (case H08). */
public record AttachmentView(String name, String volumeName, String node) {}
