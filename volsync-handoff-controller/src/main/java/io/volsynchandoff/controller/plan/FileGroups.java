// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.controller.files.FileObject;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.files.KnownKind;
import io.volsynchandoff.controller.files.ObjectFiles;
import io.volsynchandoff.controller.files.ObjectReads;
import io.volsynchandoff.controller.vrg.InvalidVrg;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.core.HandoffPolicy;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;

/** The groups of files, and the cluster that the files are taken for. */
public final class FileGroups {
  private final ImmutableList<FileObject> groups;
  private final ObjectReads reads;

  private FileGroups(ImmutableList<FileObject> objects, boolean partial) {
    this.groups =
        objects.stream()
            .filter(object -> object.kind() == KnownKind.GROUP)
            .collect(ImmutableList.toImmutableList());
    this.reads = new ObjectReads(objects, partial);
  }

  /**
   * Reads files.
   *
   * @param partial true where a kind that no file holds is unknown instead of absent
   * @throws InputError with file and line for whatever is wrong
   */
  public static FileGroups read(List<String> paths, InputStream stdin, boolean partial) {
    return new FileGroups(ObjectFiles.read(paths, stdin), partial);
  }

  /**
   * Plans for the chosen groups.
   *
   * @throws InputError where there are none, or where one does not say what is asked
   */
  public ImmutableList<GroupPlan> plan(GroupChoice choice, HandoffPolicy policy, Instant now) {
    Planning planning = new Planning(policy, reads, now);
    return choice.of(groups, FileGroups::vrg, "in the files").stream()
        .map(group -> planning.plan(read(group)))
        .collect(ImmutableList.toImmutableList());
  }

  private static Vrg read(FileObject group) {
    try {
      return Vrg.of(vrg(group));
    } catch (InvalidVrg e) {
      throw new InputError(
          group.origin()
              + ": VolumeReplicationGroup "
              + group.namespace()
              + "/"
              + group.name()
              + ": "
              + e.getMessage());
    }
  }

  private static GenericKubernetesResource vrg(FileObject group) {
    return (GenericKubernetesResource) group.object();
  }
}
