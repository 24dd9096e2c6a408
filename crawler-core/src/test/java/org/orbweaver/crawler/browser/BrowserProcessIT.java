package org.orbweaver.crawler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.browser.RenderException.Kind;

/** No process of a browser outlives another one's end. */
class BrowserProcessIT {
  private static final String HTML = "<p id=p><script>p.append('made')</script>";
  @TempDir Path folder;

  @BeforeEach
  void needsBrowser() {
    BrowserUse.assumeBrowser();
  }

  private static List<String> folders(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** Waits until no process is left; the test's own timeout ends it if one stays. */
  private static void awaitNone(Path folder) throws IOException, InterruptedException {
    for (int i = 0; i < 600 && !BrowserUse.processes(folder).isEmpty(); i++) {
      Thread.sleep(100);
    }
    assertEquals(List.of(), BrowserUse.processes(folder));
  }

  static String text(Renderer renderer) throws Exception {
    RenderedPage page = renderer.render(Web.page("http://www.example.com/", HTML), new Web());
    return org.jsoup.Jsoup.parse(page.html()).body().text();
  }

  /** Processes by a mark in their command lines; the browser itself has a profile and no type. */
  @ParameterizedTest
  @ValueSource(strings = {"--type=renderer", "--type=zygote", "--type=utility", "sh -c", "browser"})
  void endsWhenAProcessIsKilledAndTheNextPageGetsAnother(String mark) throws Exception {
    try (ChromiumRenderer renderer = new ChromiumRenderer(BrowserUse.settings(folder, 1, 20))) {
      assertEquals("made", text(renderer));
      String own = folders(folder).get(0);
      assertEquals(
          "rwx------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(own))));
      ProcessHandle victim =
          BrowserUse.processes(folder).stream()
              .filter(process -> isMarked(process, mark))
              .findFirst()
              .orElseThrow();
      victim.destroyForcibly();
      String made;
      try {
        made = text(renderer);
      } catch (RenderException e) {
        assertEquals(Kind.CRASHED, e.kind(), e.getMessage());
        made = text(renderer);
      }
      assertEquals("made", made);
    }
    awaitNone(folder);
    assertEquals(List.of(), folders(folder));
  }

  private static boolean isMarked(ProcessHandle process, String mark) {
    try {
      String command =
          Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
      return mark.equals("browser")
          ? !command.contains("--type=") && !command.contains("sh -c")
          : command.contains(mark);
    } catch (IOException e) {
      return false;
    }
  }

  /** A JVM that is killed: a page that works for ever. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      try (ChromiumRenderer renderer =
          new ChromiumRenderer(BrowserUse.settings(Path.of(arguments[0]), 1, 600))) {
        text(renderer);
        System.out.println("ready");
        renderer.render(
            Web.page("http://www.example.com/", "<script>while (true);</script>"), new Web());
      }
    }
  }

  /**
   * Starts it, and waits until it has rendered a page.
   *
   * @param user a command that runs another one as some user
   */
  private Process start(List<String> user) throws IOException {
    List<String> command = new ArrayList<>(user);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName(),
            folder.toString()));
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    assertEquals("ready", jvm.inputReader().readLine());
    return jvm;
  }

  /** By a user without rights, who may read all files, as a build may lie in a folder of root's. */
  @Test
  void aPageIsInTheSandbox() throws Exception {
    List<String> user =
        "root".equals(System.getProperty("user.name"))
            ? List.of(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "--inh-caps=+dac_read_search",
                "--ambient-caps=+dac_read_search")
            : List.of();
    assumeTrue(succeeds(user, "unshare", "--user", "true"), "needs setpriv and user namespaces");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Process jvm = start(user);
    try {
      ProcessHandle page =
          BrowserUse.processes(folder).stream()
              .filter(process -> isMarked(process, "--type=renderer"))
              .findFirst()
              .orElseThrow();
      Path proc = Path.of("/proc/" + page.pid());
      // System calls are filtered, and users, processes and network are not the system's.
      assertTrue(Files.readString(proc.resolve("status")).contains("Seccomp:\t2"));
      for (String namespace : List.of("ns/user", "ns/pid", "ns/net")) {
        assertNotEquals(
            Files.readSymbolicLink(Path.of("/proc/self").resolve(namespace)),
            Files.readSymbolicLink(proc.resolve(namespace)));
      }
    } finally {
      jvm.destroyForcibly().waitFor();
    }
    awaitNone(folder);
  }

  private static boolean succeeds(List<String> user, String... words) throws Exception {
    List<String> command = new ArrayList<>(user);
    command.addAll(List.of(words));
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // There is no such program.
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endsWhenItsJvmIsKilled(boolean isStopped) throws Exception {
    Process jvm = start(List.of());
    List<ProcessHandle> processes =
        BrowserUse.processes(folder).stream().filter(one -> one.pid() != jvm.pid()).toList();
    assertFalse(processes.isEmpty());
    if (isStopped) { // A browser that hangs does not see the end of its pipe.
      for (ProcessHandle process : processes) {
        // Crash handlers are not of the browser's session; they end with it unless they are
        // stopped.
        if (!isMarked(process, "sh -c") && !isMarked(process, "crashpad")) {
          new ProcessBuilder("kill", "-STOP", "" + process.pid()).start().waitFor();
        }
      }
    }
    jvm.destroyForcibly().waitFor();
    awaitNone(folder);
    assertFalse(folders(folder).isEmpty());
    try (ChromiumRenderer renderer = new ChromiumRenderer(BrowserUse.settings(folder, 1, 20))) {
      assertEquals("made", text(renderer));
      assertEquals(1, folders(folder).size(), "the killed one's folder is removed");
    }
  }

  @Test
  void isReplacedWhenItIsUsedUp() throws Exception {
    BrowserSettings settings = BrowserUse.settings(folder, 1, 20);
    BrowserSettings few =
        new BrowserSettings(
            settings.executable(),
            folder,
            settings.hasSandbox(),
            settings.userAgent(),
            1,
            2,
            settings.maxMemoryMb(),
            settings.maxTime(),
            settings.maxRequests(),
            settings.maxHtmlBytes(),
            settings.post());
    try (ChromiumRenderer renderer = new ChromiumRenderer(few)) {
      assertEquals("made", text(renderer));
      List<String> first = folders(folder);
      assertEquals("made", text(renderer));
      assertEquals("made", text(renderer));
      List<String> second = folders(folder);
      assertEquals(1, second.size());
      assertFalse(second.equals(first));
    }
  }

  @Test
  void saysThatThereIsNoBrowser() throws Exception {
    BrowserSettings settings = BrowserUse.settings(folder, 1, 20);
    for (String executable : List.of("no-such-browser", "/bin/false", folder.toString())) {
      BrowserSettings none =
          new BrowserSettings(
              executable,
              folder,
              false,
              "t",
              1,
              1,
              1000,
              settings.maxTime(),
              1,
              1000,
              PostMode.NEVER);
      try (ChromiumRenderer renderer = new ChromiumRenderer(none)) {
        RenderException thrown = assertThrows(RenderException.class, () -> text(renderer));
        assertEquals(Kind.NO_BROWSER, thrown.kind());
        assertTrue(thrown.getMessage().contains(executable), thrown.getMessage());
      }
    }
    assertEquals(List.of(), folders(folder));
  }

  @Test
  void rootNeedsToSayThatItGoesWithoutASandbox() {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs to run as root");
    BrowserSettings settings =
        new BrowserSettings(
            "chromium",
            folder,
            true,
            "t",
            1,
            1,
            1000,
            java.time.Duration.ofSeconds(9),
            1,
            1000,
            PostMode.NEVER);
    try (ChromiumRenderer renderer = new ChromiumRenderer(settings)) {
      RenderException thrown = assertThrows(RenderException.class, () -> text(renderer));
      assertEquals(Kind.NO_BROWSER, thrown.kind());
      assertTrue(thrown.getMessage().contains("orbweaver.render.sandbox"), thrown.getMessage());
    }
  }

  @Test
  void findsTheProgramAndItsVersion() throws Exception {
    Path program = Chromium.find("chromium").orElseThrow();
    assertTrue(Chromium.version(program).matches("\\S.* \\d+\\.\\d[\\d.]*"));
    assertTrue(Chromium.find(program.toString()).isPresent());
    assertThrows(IOException.class, () -> Chromium.version(Path.of("/bin/sh")));
  }
}
