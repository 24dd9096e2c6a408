package org.orbweaver.crawler.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.orbweaver.crawler.browser.RenderException.Kind;

/**
 * The processes of one browser, and its folder.
 *
 * <p>They are a session of their own, which a shell leads. A browser ends when its pipe does. The
 * shell is there for one that hangs: it ends all processes of the group when the browser has ended,
 * or when its own parent has. A second shell watches the first. So whichever process is killed, the
 * others end within seconds. The folder of a killed process is removed by the next start.
 */
final class BrowserProcess implements AutoCloseable {
  /**
   * The arguments are the browser's command. A parent that is gone is noticed by the number of the
   * parent in {@code /proc}, which, unlike a process's number, cannot come to mean another process.
   */
  private static final String SHELL =
      """
      exec 3<&0 4>&1 </dev/null >/dev/null
      "$@" &
      browser=$!
      exec 3<&- 4>&-
      while read -r _ _ _ parent _ </proc/$$/stat && [ "$parent" = "$PPID" ]; do
        sleep 1
      done 2>/dev/null && kill -KILL 0 &
      wait $browser
      kill -KILL 0
      """;

  private static final String PREFIX = "orbweaver-browser-";
  private static final long END_SECONDS = 5;

  /** Fields of {@code /proc/PID/stat} behind the command's name; see proc(5). */
  private static final int SESSION = 3;

  private static final int USER_TIME = 11;
  private static final int CHILDREN_SYSTEM_TIME = 14;

  /** Linux gives times to programs in hundredths of a second, whatever the kernel's own tick. */
  private static final long TICK_MILLIS = 10;

  private final Path folder;
  private final Process shell;

  private BrowserProcess(Path folder, Process shell) {
    this.folder = folder;
    this.shell = shell;
  }

  /**
   * Starts a browser.
   *
   * @throws RenderException if there is none, or it may not run
   */
  static BrowserProcess start(BrowserSettings settings) throws RenderException {
    Path program = Chromium.usable(settings.executable(), settings.hasSandbox());
    Path folder = null;
    try {
      Files.createDirectories(settings.folder());
      removeLeft(settings.folder());
      folder =
          Files.createTempDirectory(
              settings.folder(),
              PREFIX + ProcessHandle.current().pid() + "-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      List<String> command =
          new ArrayList<>(List.of("setsid", "/bin/sh", "-c", SHELL, "orbweaver-browser"));
      command.addAll(Chromium.command(program, settings, folder));
      ProcessBuilder builder = new ProcessBuilder(command);
      Map<String, String> environment = builder.environment();
      String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
      environment.clear();
      environment.put("PATH", path);
      environment.put("HOME", folder.toString());
      // Its own folder, by the shortest name: a socket's path has at most 107 bytes.
      environment.put("TMPDIR", ".");
      environment.put("XDG_CONFIG_HOME", folder.toString());
      environment.put("XDG_CACHE_HOME", folder.toString());
      environment.put("LC_ALL", "C.UTF-8");
      environment.put("TZ", "UTC");
      builder.directory(folder.toFile());
      builder.redirectError(folder.resolve("errors").toFile());
      return new BrowserProcess(folder, builder.start());
    } catch (IOException e) {
      if (folder != null) {
        FileUtils.deleteQuietly(folder.toFile());
      }
      throw new RenderException(
          Kind.NO_BROWSER, "the browser " + program + " does not start: " + e.getMessage());
    }
  }

  /** Removes the folders of processes that are gone. */
  private static void removeLeft(Path folder) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path one : left) {
        String[] name = one.getFileName().toString().substring(PREFIX.length()).split("-", -1);
        if (name[0].matches("\\d{1,10}") && ProcessHandle.of(Long.parseLong(name[0])).isEmpty()) {
          FileUtils.deleteQuietly(one.toFile());
        }
      }
    }
  }

  /** Of the messages that the browser sends. */
  InputStream in() {
    return shell.getInputStream();
  }

  /** For messages to the browser. */
  OutputStream out() {
    return shell.getOutputStream();
  }

  /** The line in which the browser says why it ends, or its last one. */
  String complaint() {
    try {
      List<String> lines =
          Files.readString(folder.resolve("errors"), StandardCharsets.ISO_8859_1)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.stream()
          .filter(line -> line.contains("FATAL") || line.contains("sandbox"))
          .findFirst()
          .orElse(lines.isEmpty() ? "it ended without a reason" : lines.get(lines.size() - 1))
          .strip();
    } catch (IOException e) {
      return "its errors cannot be read: " + e.getMessage();
    }
  }

  /** Processor time that its processes used so far, those that ended included, milliseconds. */
  long cpuMillis() {
    long ticks = 0;
    for (Member member : members()) {
      for (int i = USER_TIME; i <= CHILDREN_SYSTEM_TIME; i++) {
        ticks += Long.parseLong(member.stat()[i]);
      }
    }
    return ticks * TICK_MILLIS;
  }

  /**
   * Memory of its processes that is not that of files, megabytes; what processes share counts once
   * for each.
   */
  int memoryMb() {
    return members().stream().mapToInt(Member::memoryMb).sum();
  }

  /** Kills its largest process, which is that of a page. */
  void killLargest() {
    members().stream()
        .max(Comparator.comparingInt(Member::memoryMb))
        .flatMap(member -> ProcessHandle.of(member.pid()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /**
   * One of its processes.
   *
   * @param stat fields of {@code /proc/PID/stat} behind the command's name
   */
  @SuppressWarnings("ArrayRecordComponent") // Is not compared.
  private record Member(long pid, String[] stat) {
    int memoryMb() {
      try {
        return (int)
            (Files.readString(Path.of("/proc/" + pid + "/status"))
                    .lines()
                    .filter(line -> line.startsWith("RssAnon") || line.startsWith("RssShmem"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum()
                >> 10);
      } catch (IOException | NumberFormatException e) {
        return 0; // It ended.
      }
    }
  }

  private List<Member> members() {
    List<Member> members = new ArrayList<>();
    String session = "" + shell.pid();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        try {
          String line = Files.readString(process.resolve("stat"));
          String[] stat = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
          if (stat[SESSION].equals(session)) {
            members.add(new Member(Long.parseLong(process.getFileName().toString()), stat));
          }
        } catch (IOException | UncheckedIOException e) {
          // It ended.
        }
      }
    } catch (IOException e) {
      return List.of(); // No /proc: not Linux, so nothing is known.
    }
    return members;
  }

  /** True unless it has ended. */
  boolean isAlive() {
    return shell.isAlive();
  }

  /** Ends all its processes, and removes its folder. */
  @Override
  public void close() {
    boolean interrupted = false;
    List<Member> members = members();
    members.forEach(
        member -> ProcessHandle.of(member.pid()).ifPresent(ProcessHandle::destroyForcibly));
    try {
      shell.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
      for (Member member : members) {
        ProcessHandle.of(member.pid())
            .ifPresent(
                handle ->
                    handle
                        .onExit()
                        .orTimeout(END_SECONDS, TimeUnit.SECONDS)
                        .exceptionally(late -> handle)
                        .join());
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    FileUtils.deleteQuietly(folder.toFile());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
