package org.orbweaver.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packages of all modules form no circle, and have the layers that docs/architecture.md says.
 */
class ArchitectureTest {
  private static final String ROOT = "org.orbweaver.";
  private static final List<String> COMMON =
      List.of(
          "error", "text", "conf", "plugin", "crawlfile", "store", "job", "sorted", "cli", "why");

  private static JavaClasses all;

  @BeforeAll
  static void read() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT.substring(0, ROOT.length() - 1));
  }

  /** Rules about classes that are not looked at would hold, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench",
        "common",
        "crawler-core",
        "crawler-job",
        "hits-job",
        "index-job",
        "orb",
        "pagerank-job",
        "plugin-api",
        "testkit",
        "webgraph-job"
      })
  void everyClassIsLookedAt(String module) throws IOException {
    Set<String> seen = all.stream().map(it -> it.getFullName()).collect(Collectors.toSet());
    Path sources = Path.of("..", module, "src", "main", "java");
    Set<String> missing = new TreeSet<>();
    int found = 0;
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        String name = sources.relativize(file).toString().replace(".java", "").replace('/', '.');
        if (!name.endsWith("package-info")) {
          found++;
          if (!seen.contains(name)) {
            missing.add(name);
          }
        }
      }
    }
    assertEquals(Set.of(), missing);
    assertFalse(found == 0);
  }

  @Test
  void noPackagesFormACircle() {
    slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(all);
  }

  @Test
  void packagesOfCommonUseOnlyThoseBeforeThem() {
    String[] layers = COMMON.stream().map(it -> ROOT + "common." + it).toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(ROOT + "common.*..")
        .should()
        .resideInAnyPackage(layers)
        .check(all);
    for (int i = 0; i < layers.length - 1; i++) {
      String[] later = List.of(layers).subList(i + 1, layers.length).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(layers[i])
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .check(all);
    }
  }

  /** Algorithms know neither files on HDFS nor jobs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pagerank.core",
        "hits.focused",
        "index.invert",
        "webgraph.format.dictionary",
        "webgraph.format.files",
        "webgraph.format.lists",
        "webgraph.format.meta",
        "webgraph.matrix"
      })
  void algorithmsDoNotKnowHadoop(String name) {
    noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hadoop..")
        .check(all);
  }
}
