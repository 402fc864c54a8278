// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which module may know which. It stands here because the controller's test class path has all
 * modules on it.
 */
class ModuleArrowsTest {

  private static final String CORE = "io.volsynchandoff.core..";
  private static final String TESTKIT = "io.volsynchandoff.testkit..";
  private static final String FABRIC8 = "io.volsynchandoff.fabric8..";
  private static final String CONTROLLER = "io.volsynchandoff.controller..";
  private static final String[] TEST_SERVERS = {
    "io.fabric8.kubernetes.client.server..", "io.fabric8.mockwebserver.."
  };

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.volsynchandoff");

  @ParameterizedTest
  @ValueSource(strings = {CORE, TESTKIT, FABRIC8, CONTROLLER})
  void seesEveryModule(String module) {
    classes()
        .that()
        .resideInAPackage(module)
        .should()
        .beTopLevelClasses()
        .orShould()
        .beNestedClasses()
        .check(MAIN);
  }

  @Test
  void coreKnowsNoKubernetesClientAndNoOtherModule() {
    classes()
        .that()
        .resideInAPackage(CORE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            CORE,
            "java..",
            "org.jspecify..",
            "com.google.common..",
            "org.immutables..",
            // What Immutables puts on the code it generates.
            "com.google.errorprone.annotations..",
            "javax.annotation.processing..")
        .check(MAIN);
  }

  @Test
  void testkitKnowsTheCoreAlone() {
    noClasses()
        .that()
        .resideInAPackage(TESTKIT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(FABRIC8, CONTROLLER, "io.fabric8..")
        .check(MAIN);
  }

  @Test
  void fabric8KnowsTheCoreAlone() {
    noClasses()
        .that()
        .resideInAPackage(FABRIC8)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(TESTKIT, CONTROLLER)
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(TEST_SERVERS)
        .check(MAIN);
  }

  @Test
  void controllerKnowsNoTestCode() {
    noClasses()
        .that()
        .resideInAPackage(CONTROLLER)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(TESTKIT)
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(TEST_SERVERS)
        .check(MAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Util", "Helper", "Manager", "Impl"})
  void aNameSaysWhatAClassIs(String empty) {
    noClasses().should().haveSimpleNameContaining(empty).check(MAIN);
  }
}
