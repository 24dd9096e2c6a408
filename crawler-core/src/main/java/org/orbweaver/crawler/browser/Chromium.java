package org.orbweaver.crawler.browser;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.orbweaver.crawler.browser.RenderException.Kind;

/** The program of Chromium: where it is, its version, and its options. */
public final class Chromium {
  private static final long VERSION_SECONDS = 30;

  /**
   * Parts of the browser that would contact servers of their own accord, keep pages or processes,
   * or change URLs before a request can be intercepted.
   */
  private static final String OFF_FEATURES =
      String.join(
          ",",
          "AutofillServerCommunication",
          "BackForwardCache",
          "CertificateTransparencyComponentUpdater",
          "DialMediaRouteProvider",
          "HttpsFirstBalancedModeAutoEnable",
          "HttpsUpgrades",
          "InterestFeedContentSuggestions",
          "IsolateOrigins",
          "IsolateSandboxedIframes",
          "MediaRouter",
          "OptimizationHints",
          "Prerender2",
          "SharedWorker",
          "Translate",
          "WebTransport",
          "site-per-process");

  private Chromium() {}

  /**
   * Finds the program.
   *
   * @param executable its path, or a name to be looked for in the folders of {@code PATH}
   */
  public static Optional<Path> find(String executable) {
    Stream<Path> folders =
        executable.indexOf('/') >= 0
            ? Stream.of(Path.of(""))
            : Stream.of(
                    Optional.ofNullable(System.getenv("PATH"))
                        .orElse("/usr/bin")
                        .split(File.pathSeparator, -1))
                .map(Path::of);
    return folders
        .map(folder -> folder.resolve(executable).toAbsolutePath())
        .filter(file -> Files.isExecutable(file) && Files.isRegularFile(file))
        .findFirst();
  }

  /**
   * Finds the program that this user may run.
   *
   * @param hasSandbox whether its sandbox is on
   * @throws RenderException if there is no program, or root would run it in its sandbox
   */
  public static Path usable(String executable, boolean hasSandbox) throws RenderException {
    Optional<Path> program = find(executable);
    if (program.isEmpty()) {
      throw new RenderException(
          Kind.NO_BROWSER,
          "no browser: "
              + executable
              + " is not a program; install Chromium, or set orbweaver.render.browser");
    }
    if (hasSandbox && "root".equals(System.getProperty("user.name"))) {
      throw new RenderException(
          Kind.NO_BROWSER,
          "root cannot run Chromium in its sandbox, which is made for users without rights: run"
              + " as another user, or set orbweaver.render.sandbox to false and let pages' scripts"
              + " run without it");
    }
    return program.get();
  }

  /**
   * Asks a program for its version, such as {@code Chromium 156.0.8078.108}.
   *
   * @throws IOException if it does not start, or gives no version
   */
  public static String version(Path program) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(program.toString(), "--version")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(program + " --version gave no answer in " + VERSION_SECONDS + " s");
      }
      String output = new String(process.getInputStream().readNBytes(1000), StandardCharsets.UTF_8);
      String version = output.lines().findFirst().orElse("").strip();
      if (process.exitValue() != 0 || !version.matches(".*\\d+\\.\\d+.*")) {
        throw new IOException(program + " --version gave no version");
      }
      return version.replaceFirst("(\\d[\\d.]*).*", "$1");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Its command line, to be spoken to by file descriptors 3 and 4. */
  static List<String> command(Path program, BrowserSettings settings, Path folder) {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless=new",
                "--remote-debugging-pipe",
                "--user-data-dir=" + folder.resolve("profile"),
                "--disk-cache-dir=/dev/null",
                "--user-agent=" + settings.userAgent(),
                "--lang=en-US",
                // No network: the proxy's name is one that never exists, and no name is looked up.
                "--proxy-server=http://no-network.invalid:9",
                "--proxy-bypass-list=<-loopback>",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--disable-quic",
                "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
                "--webrtc-ip-handling-policy=disable_non_proxied_udp",
                "--dns-prefetch-disable",
                "--no-pings",
                "--disable-background-networking",
                "--disable-client-side-phishing-detection",
                "--disable-component-extensions-with-background-pages",
                "--disable-component-update",
                "--disable-default-apps",
                "--disable-domain-reliability",
                "--disable-extensions",
                "--disable-sync",
                "--metrics-recording-only",
                "--no-service-autorun",
                "--disable-features=" + OFF_FEATURES,
                // One process for a tab with all its frames.
                "--disable-site-isolation-trials",
                "--no-startup-window",
                "--no-first-run",
                "--no-default-browser-check",
                "--block-new-web-contents",
                "--disable-notifications",
                "--disable-popup-blocking",
                "--disable-print-preview",
                "--disable-breakpad",
                "--disable-crash-reporter",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--in-process-gpu",
                "--disable-speech-api",
                "--mute-audio",
                "--hide-scrollbars",
                // Nobody sees the page, and drawing fewer pixels takes less time. Half is the
                // least.
                "--force-device-scale-factor=0.5",
                // Otherwise a page that rests may get no more frames while other tabs are busy.
                "--run-all-compositor-stages-before-draw",
                "--password-store=basic",
                "--use-mock-keychain",
                // Pages in the background run like the one in front.
                "--disable-background-timer-throttling",
                "--disable-backgrounding-occluded-windows",
                "--disable-renderer-backgrounding",
                "--disable-hang-monitor",
                "--disable-ipc-flooding-protection",
                "--js-flags=--max-old-space-size=" + heapMb(settings)));
    if (!settings.hasSandbox()) {
      command.add("--no-sandbox");
    }
    return command;
  }

  /** A page's scripts get at most half of the browser's memory. */
  private static int heapMb(BrowserSettings settings) {
    return Math.max(64, settings.maxMemoryMb() / 2);
  }
}
