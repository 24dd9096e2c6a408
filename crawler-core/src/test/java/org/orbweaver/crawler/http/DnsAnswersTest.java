package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * IPv6 answers of a real name server, through the system's resolver: the JDK passes on their bytes
 * as they are, whereas all of its factories unwrap embedded IPv4 addresses. The server and the
 * fetcher run in separate namespaces (Linux), with only loopback and their own resolv.conf.
 */
class DnsAnswersTest {
  private static final String NAMESPACES =
      "ip link set lo up && mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"";

  @TempDir Path folder;

  @BeforeEach
  void namespacesCanBeMade() throws Exception {
    Path file = Files.writeString(folder.resolve("resolv.conf"), "nameserver 127.0.0.1\n");
    Process process;
    try {
      process = start(file, "true");
    } catch (IOException e) {
      assumeTrue(false, "no program unshare");
      return;
    }
    process.getInputStream().readAllBytes();
    assumeTrue(process.waitFor() == 0, "namespaces of one's own are not allowed here");
  }

  private static Process start(Path resolvConf, String... command) throws IOException {
    List<String> line =
        new ArrayList<>(List.of("unshare", "-rmn", "sh", "-c", NAMESPACES, resolvConf.toString()));
    line.addAll(List.of(command));
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private List<String> probe(String allowed, String... addresses) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DnsProbe.class.getName(),
                allowed));
    Stream.of(addresses).map(address -> address + ".test").forEach(command::add);
    Process process = start(folder.resolve("resolv.conf"), command.toArray(String[]::new));
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }

  @Test
  void anAddressWithinAnAddressIsRefused() throws Exception {
    String mapped = "00000000000000000000ffff7f000001";
    String metadata = "00000000000000000000ffffa9fea9fe";
    String nat64 = "0064ff9b00000000000000007f000001";
    String isatap = "2a0000000000000000005efe7f000001";
    String free = "26064700000000000000000000001111";
    assertEquals(
        List.of(
            mapped + ".test 16 127.0.0.1 REFUSED",
            metadata + ".test 16 169.254.169.254 REFUSED",
            nat64 + ".test 16 64:ff9b:0:0:0:0:7f00:1 REFUSED",
            isatap + ".test 16 2a00:0:0:0:0:5efe:7f00:1 REFUSED",
            // There is no route to it from here, but it was tried.
            free + ".test 16 2606:4700:0:0:0:0:0:1111 CONNECT"),
        probe("-", mapped, metadata, nat64, isatap, free));
  }

  /** Without the refusal, the connection is made. */
  @Test
  void aListedAddressWithinAnAddressIsContacted() throws Exception {
    String mapped = "00000000000000000000ffff7f000001";
    assertEquals(List.of(mapped + ".test 16 127.0.0.1 200"), probe("127.0.0.0/8", mapped));
  }
}
