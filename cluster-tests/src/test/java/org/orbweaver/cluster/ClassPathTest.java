package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The shaded and the unshaded Hadoop on one class path give baffling errors. */
class ClassPathTest {
  private static final List<String> NAMES =
      Pattern.compile(File.pathSeparator, Pattern.LITERAL)
          .splitAsStream(Processes.classPath())
          .map(entry -> new File(entry).getName())
          .toList();

  @Test
  void hasNoShadedHadoop() {
    assertEquals(List.of(), NAMES.stream().filter(n -> n.startsWith("hadoop-client-")).toList());
    assertTrue(NAMES.stream().anyMatch(n -> n.startsWith("hadoop-common-3.")), NAMES::toString);
  }

  @Test
  void hasTheCommonsCliThatHadoopNeeds() {
    assertEquals(
        List.of("commons-cli-1.9.0.jar"),
        NAMES.stream().filter(n -> n.startsWith("commons-cli")).toList());
  }

  @Test
  void hasOneLogger() {
    assertEquals(
        List.of("slf4j-jdk14-2.0.17.jar"),
        NAMES.stream()
            .filter(n -> n.matches("(slf4j-(jdk14|simple|reload4j|log4j)|logback-classic).*"))
            .toList());
  }
}
