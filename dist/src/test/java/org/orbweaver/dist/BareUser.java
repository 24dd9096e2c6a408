package org.orbweaver.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.orbweaver.testkit.FakeWeb;

/**
 * A user with only Java and the shell's own tools on the path, {@code LC_ALL=C}, and no rights
 * outside its home (if the test runs as root, which can change users).
 */
final class BareUser {
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "chmod",
          "date",
          "dirname",
          "env",
          "flock",
          "id",
          "ls",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "stat",
          "whoami");
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Path command;
  private final Path home;
  private final Path path;
  private final Path printed;

  /**
   * Makes the user's home and path.
   *
   * @param tmp a folder, which is opened to all
   * @param command the {@code orb} that the user runs
   */
  BareUser(Path tmp, Path command) throws IOException {
    this.command = command;
    Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxr-xr-x"));
    printed = tmp.resolve("printed");
    home = Files.createDirectory(tmp.resolve("home"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
    path = Files.createDirectory(tmp.resolve("path"));
    Files.createSymbolicLink(
        path.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
    for (String tool : TOOLS) {
      Path found = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          path.resolve(tool), Files.exists(found) ? found : Path.of("/bin", tool));
    }
  }

  Path home() {
    return home;
  }

  /** Runs {@code orb} in the home folder; returns its output. */
  String orb(int status, String... words) throws Exception {
    List<String> line = new ArrayList<>();
    if (ROOT) {
      line.addAll(List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    line.add(command.toString());
    line.addAll(List.of(words));
    ProcessBuilder orb = new ProcessBuilder(line).directory(home.toFile());
    orb.environment().clear();
    orb.environment()
        .putAll(Map.of("PATH", path.toString(), "LC_ALL", "C", "HOME", home.toString()));
    Process process = orb.redirectErrorStream(true).redirectOutput(printed.toFile()).start();
    int exit = process.waitFor();
    String text = Files.readString(printed);
    assertEquals(status, exit, () -> String.join(" ", words) + "\n" + text);
    return text;
  }

  /** {@code words} and the settings with which {@code orb} reaches {@code web} at once. */
  String[] with(FakeWeb web, String... words) {
    Path hosts = web.hostsFile(home.resolve("hosts"));
    return Stream.concat(
            Stream.of(words),
            Stream.of(
                "-D",
                "http.agent.name=orbweaver-test",
                "-D",
                "orbweaver.fetch.private.addresses=127.0.0.0/8",
                "-D",
                "orbweaver.fetch.dns.hosts.file=" + hosts.toUri(),
                "-D",
                "fetcher.server.delay=0"))
        .toArray(String[]::new);
  }
}
