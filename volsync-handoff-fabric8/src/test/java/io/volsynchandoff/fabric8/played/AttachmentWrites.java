// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.fabric8.played.PlayedRequest.Verb;
import io.volsynchandoff.testkit.state.Change;

/** VolumeAttachments: made and deleted by the attach/detach controller. */
record AttachmentWrites(String driver) {

  ImmutableList<PlayedRequest> of(Change<AttachmentView> change) {
    AttachmentView after = change.after();
    return ImmutableList.of(after == null ? ObjectWrites.marked() : create(after));
  }

  private PlayedRequest create(AttachmentView created) {
    Fields spec =
        Fields.of()
            .with("attacher", driver)
            .with("nodeName", created.node())
            .with("source", Fields.of().with("persistentVolumeName", created.volumeName()));
    return new PlayedRequest(
        Verb.CREATE,
        Fields.of()
            .with("apiVersion", "storage.k8s.io/v1")
            .with("kind", "VolumeAttachment")
            .with("metadata", Fields.of().with("name", created.name()))
            .with("spec", spec)
            .map());
  }
}
