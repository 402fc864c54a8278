// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The CRD in the resources is what the Java types say. {@code -Dhandoff.rewrite=true} writes it
 * anew.
 */
class CrdDriftTest {
  private static final Path RESOURCES =
      Path.of("src/main/resources/io/volsynchandoff/controller/vrg");
  private static final ImmutableList<String> COLUMNS =
      ImmutableList.of("Role", "Phase", "Members", "Blocked", "Age");

  @Test
  void theCrdIsGeneratedFromTheTypes(@TempDir Path directory) throws IOException {
    new CRDGenerator()
        .customResourceClasses(VolumeReplicationGroup.class)
        .withPostProcessor(new ReadingOrder())
        .inOutputDir(directory.toFile())
        .detailedGenerate();
    String generated = Files.readString(directory.resolve(VrgCrd.NAME + "-v1.yml"), UTF_8);
    if (Boolean.getBoolean("handoff.rewrite")) {
      Files.createDirectories(RESOURCES);
      Files.writeString(RESOURCES.resolve(VrgCrd.RESOURCE), generated, UTF_8);
    }
    assertThat(RESOURCES.resolve(VrgCrd.RESOURCE)).content(UTF_8).isEqualTo(generated);
  }

  /** The generator sorts columns by their paths; an operator reads them in this order. */
  private static final class ReadingOrder implements CRDPostProcessor {
    @Override
    public HasMetadata process(HasMetadata crd, String version) {
      ((CustomResourceDefinition) crd).getSpec().getVersions().forEach(ReadingOrder::sort);
      return crd;
    }

    private static void sort(CustomResourceDefinitionVersion served) {
      List<CustomResourceColumnDefinition> columns =
          new ArrayList<>(served.getAdditionalPrinterColumns());
      assertThat(columns)
          .extracting(CustomResourceColumnDefinition::getName)
          .containsExactlyInAnyOrderElementsOf(COLUMNS);
      columns.sort(Comparator.comparing(column -> COLUMNS.indexOf(column.getName())));
      served.setAdditionalPrinterColumns(columns);
    }
  }
}
