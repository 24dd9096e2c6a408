package org.orbweaver.crawler.page.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class LockdownTest {

  @TempDir Path temporary;

  /** From Java 24 on only the settings of the XML parsers protect files. */
  static List<String> guards() {
    return Runtime.version().feature() < Lockdown.NO_SECURITY_MANAGER
        ? List.of("guarded", "unguarded")
        : List.of("unguarded");
  }

  @ParameterizedTest
  @MethodSource("guards")
  void aParserHasItsOwnFilesAndNothingElse(String guard) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("parser"));
    Path foreign = Files.writeString(temporary.resolve("foreign"), "secret");
    AtomicInteger connections = new AtomicInteger();
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread accepting =
          new Thread(
              () -> {
                try {
                  while (true) {
                    listener.accept().close();
                    connections.incrementAndGet();
                  }
                } catch (java.io.IOException e) {
                  // Closed: the end of the test.
                }
              });
      accepting.start();
      ProcessBuilder builder =
          new ProcessBuilder(
              ParserCommand.prepare(folder, ProcessSettings.DEFAULT, LockdownProbe.class));
      builder
          .environment()
          .put(
              "PROBE",
              String.join(
                  " ",
                  guard,
                  Integer.toString(listener.getLocalPort()),
                  foreign.toAbsolutePath().toString(),
                  InetAddress.getLocalHost().getHostName()));
      Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      List<String> done = said.lines().filter(line -> line.endsWith(": done")).toList();
      assertEquals(List.of("write own file: done", "read own file: done"), done, said);
      long tried = said.lines().filter(line -> line.matches(".*: (done|refused .*)")).count();
      assertEquals(guard.equals("guarded") ? 16 : 10, tried, said);
    }
    assertEquals(0, connections.get());
    assertEquals("secret", Files.readString(foreign));
  }
}
