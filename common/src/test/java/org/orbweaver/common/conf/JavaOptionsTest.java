package org.orbweaver.common.conf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.AllowForbidden;

/** {@code ORB_JAVA_OPTS}, tested in a separate process because it is read from the environment. */
class JavaOptionsTest {
  private static final String[] KEYS = {
    "mapreduce.map.java.opts", "mapreduce.reduce.java.opts", "yarn.app.mapreduce.am.command-opts"
  };

  @TempDir private Path site;

  /** Prints the options that a job's JVMs will get. */
  static final class Printer {
    @AllowForbidden("tells the test through its standard output")
    public static void main(String[] args) {
      Configuration conf = new Configuration();
      Settings.load(conf);
      for (String key : KEYS) {
        System.out.println(conf.get(key));
      }
    }
  }

  private String optionsWith(String framework) throws IOException, InterruptedException {
    Files.writeString(
        site.resolve("mapred-site.xml"),
        "<configuration>"
            + property("mapreduce.framework.name", framework)
            + property("mapreduce.map.java.opts", "-Xmx1g")
            + "</configuration>");
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            site + File.pathSeparator + System.getProperty("java.class.path"),
            Printer.class.getName());
    java.environment().put("ORB_JAVA_OPTS", "-Dprobe=1 -Xss2m");
    Process process = java.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor());
    return printed;
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }

  @Test
  void reachTasksAndMasterOfTheClusterBehindItsOwnOptions() throws Exception {
    assertEquals(
        """
        -Xmx1g -Dprobe=1 -Xss2m
        -Dprobe=1 -Xss2m
        -Xmx1024m -Dprobe=1 -Xss2m
        """,
        optionsWith("yarn"));
  }

  @Test
  void changeNothingLocally() throws Exception {
    assertEquals("-Xmx1g\nnull\n-Xmx1024m\n", optionsWith("local"));
  }
}
