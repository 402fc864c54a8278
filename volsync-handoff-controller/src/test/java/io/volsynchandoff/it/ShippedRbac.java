// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The permissions that the project ships, and no more, for a service account of a test's own
 * namespace. Roles and bindings bear that namespace's name before their own.
 */
final class ShippedRbac implements AutoCloseable {
  private static final Path FILE = Path.of("../examples/manifests/controller/rbac.yaml");

  private final KubernetesClient admin;
  private final String namespace;
  private final ImmutableList<ClusterRole> roles;
  private final ImmutableList<ClusterRoleBinding> bindings;

  private ShippedRbac(KubernetesClient admin, String namespace, String serviceAccount) {
    this.admin = admin;
    this.namespace = namespace;
    ImmutableList.Builder<ClusterRole> roles = ImmutableList.builder();
    ImmutableList.Builder<ClusterRoleBinding> bindings = ImmutableList.builder();
    try (InputStream file = Files.newInputStream(FILE)) {
      for (var object : admin.load(file).items()) {
        if (object instanceof ClusterRole role) {
          roles.add(own(role));
        } else if (object instanceof ClusterRoleBinding binding) {
          bindings.add(own(binding, serviceAccount));
        } else {
          throw new IllegalStateException(FILE + " holds a " + object.getKind());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.roles = roles.build();
    this.bindings = bindings.build();
  }

  /** Grants all of it. */
  static ShippedRbac grant(KubernetesClient admin, String namespace, String serviceAccount) {
    ShippedRbac rbac = new ShippedRbac(admin, namespace, serviceAccount);
    rbac.roles.forEach(role -> admin.resource(role).create());
    rbac.bindings.forEach(binding -> admin.resource(binding).create());
    return rbac;
  }

  private ClusterRole own(ClusterRole role) {
    return new ClusterRoleBuilder()
        .withNewMetadata()
        .withName(ownName(role.getMetadata().getName()))
        .endMetadata()
        .withRules(role.getRules())
        .build();
  }

  private ClusterRoleBinding own(ClusterRoleBinding binding, String serviceAccount) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(ownName(binding.getMetadata().getName()))
        .endMetadata()
        .withNewRoleRef(
            binding.getRoleRef().getApiGroup(),
            binding.getRoleRef().getKind(),
            ownName(binding.getRoleRef().getName()))
        .addNewSubject("", "ServiceAccount", serviceAccount, namespace)
        .build();
  }

  private String ownName(String name) {
    return namespace + "-" + name;
  }

  /** Takes one resource out of every role. */
  void revoke(String resource) {
    roles.forEach(role -> setRules(role, without(role, resource)));
  }

  /** Grants all of it again. */
  void restore() {
    roles.forEach(role -> setRules(role, ImmutableList.copyOf(role.getRules())));
  }

  private static ImmutableList<PolicyRule> without(ClusterRole role, String resource) {
    ImmutableList.Builder<PolicyRule> rules = ImmutableList.builder();
    for (PolicyRule rule : role.getRules()) {
      ImmutableList<String> left =
          rule.getResources().stream()
              .filter(each -> !each.equals(resource))
              .collect(ImmutableList.toImmutableList());
      if (!left.isEmpty()) {
        rules.add(rule.toBuilder().withResources(left).build());
      }
    }
    return rules.build();
  }

  private void setRules(ClusterRole role, ImmutableList<PolicyRule> rules) {
    admin
        .rbac()
        .clusterRoles()
        .withName(role.getMetadata().getName())
        .edit(current -> new ClusterRoleBuilder(current).withRules(rules).build());
  }

  @Override
  public void close() {
    bindings.forEach(binding -> admin.resource(binding).delete());
    roles.forEach(role -> admin.resource(role).delete());
  }
}
