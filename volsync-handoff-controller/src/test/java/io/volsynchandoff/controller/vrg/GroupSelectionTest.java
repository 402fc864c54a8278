// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.controller.files.ObjectFiles;
import io.volsynchandoff.controller.files.ObjectReads;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Listed;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

class GroupSelectionTest {
  private static final ImmutableSet<String> NO_ADMIN = ImmutableSet.of();
  private static final String ALL = "replicationState: primary\npvcSelector: {}";

  @Test
  void labelsAndExpressionsSelect() {
    String claims =
        claim("shop", "a", "{app: web, tier: db}", "")
            + claim("shop", "b", "{app: web, tier: cache}", "")
            + claim("shop", "c", "{app: web}", "")
            + claim("shop", "d", "{app: api, tier: db}", "")
            + claim("other", "e", "{app: web, tier: db}", "");

    assertThat(select("pvcSelector: {matchLabels: {app: web}}", claims))
        .containsExactly("a", "b", "c");
    assertThat(select(expression("In", "[db, cache]"), claims)).containsExactly("a", "b", "d");
    assertThat(select(expression("NotIn", "[db]"), claims)).containsExactly("b", "c");
    assertThat(select(expression("Exists", "[]"), claims)).containsExactly("a", "b", "d");
    assertThat(select(expression("DoesNotExist", "[]"), claims)).containsExactly("c");
  }

  @Test
  void h38_claimsThatReplicationMakesAreNeverSelected() {
    String claims =
        claim("shop", "mine", "{}", "")
            + claim("shop", "mine-handoff", "{volsync-handoff.io/temporary-claim: 'true'}", "")
            + claim("shop", "volsync-mine-src", "{app.kubernetes.io/created-by: volsync}", "")
            + claim("shop", "mine-local", "{ramendr.openshift.io/created-by-ramen: 'true'}", "");

    assertThat(select("pvcSelector: {}", claims)).containsExactly("mine");
  }

  @Test
  void aReplicaIsKnownByMoreThanItsLabel() {
    String label = "{volsync-handoff.io/replica: 'true'}";
    String owner =
        ", ownerReferences: [{apiVersion: v1, kind: X, name: web, uid: 11111111-2222-3333-4444-555555555555}]";
    String claims = claim("shop", "labelled", label, "") + claim("shop", "owned", label, owner);

    assertThat(select("pvcSelector: {}", claims)).containsExactly("labelled");
  }

  @Test
  void otherNamespacesAreServedOnlyForAdminNamespaces() {
    Vrg vrg = Vrg.of(VrgYaml.vrg("", ALL + "\nprotectedNamespaces: [other, third]"));
    ObjectReads reads = reads(claim("shop", "a", "{}", "") + claim("other", "b", "{}", ""));

    Listed<ClaimKey> refused = new GroupSelection(vrg, NO_ADMIN).claims(reads);
    Listed<ClaimKey> granted = new GroupSelection(vrg, ImmutableSet.of("shop")).claims(reads);

    assertThat(refused.isUnknown()).isTrue();
    assertThat(refused.why()).contains("shop is not one of the admin namespaces");
    assertThat(granted.known()).containsExactly(new ClaimKey("other", "b"));
  }

  @Test
  void nothingStartsUnderASourceAnnotationThatIsNotUnderstood() {
    ObjectReads reads = reads(claim("shop", "a", "{app: web}", ""));
    Vrg vrg = VrgYaml.annotated("source", "a:b");

    assertThat(new GroupSelection(vrg, NO_ADMIN).claims(reads).why()).contains("'a:b' is no");
  }

  @Test
  void aListThatFailedSelectsNothingAndSaysSo() {
    ObjectReads reads = new ObjectReads(ImmutableList.of(), true);

    assertThat(new GroupSelection(Vrg.of(VrgYaml.primary()), NO_ADMIN).claims(reads).isUnknown())
        .isTrue();
  }

  private static ImmutableList<String> select(String spec, String claims) {
    Vrg vrg = Vrg.of(VrgYaml.vrg("", "replicationState: primary\n" + spec));
    return new GroupSelection(vrg, NO_ADMIN)
        .claims(reads(claims)).known().stream()
            .map(ClaimKey::name)
            .collect(ImmutableList.toImmutableList());
  }

  private static String expression(String operator, String values) {
    return "pvcSelector: {matchExpressions: [{key: tier, operator: %s, values: %s}]}"
        .formatted(operator, values);
  }

  private static String claim(String namespace, String name, String labels, String metadata) {
    return """
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, namespace: %s, uid: %s, labels: %s%s}
        """
        .formatted(name, namespace, name, labels, metadata);
  }

  private static ObjectReads reads(String yaml) {
    return new ObjectReads(
        ObjectFiles.read(ImmutableList.of("-"), new ByteArrayInputStream(yaml.getBytes(UTF_8))),
        false);
  }
}
