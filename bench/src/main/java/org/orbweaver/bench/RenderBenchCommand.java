package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.orb.Orb;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures rendering beside the browser alone; called by {@code scripts/bench render}. */
@Command(
    name = "render",
    description = {
      "Measure rendering, beside a browser that fetches the same pages by itself.",
      "Render pages that scripts write, of a fake web, by 'orb render' in a process of its own with"
          + " one tab; then let the same browser fetch them, network on, with style sheets and"
          + " images. Both with one page and with N: the first page is cold, and has the start of"
          + " the browser and of the JVM; the others, by the difference, are warm. CPU time and"
          + " memory (proportional set size) are those of all processes of the browser; those of"
          + " the JVM apart, with the parse after rendering."
    },
    footer = {"  scripts/bench render --runs 3", "  scripts/bench render --pages 100 --json"})
public final class RenderBenchCommand extends Bench {
  private static final long PATIENCE_SECONDS = 600;
  private static final int PAGES_PER_HOST = 100;

  @Option(names = "--pages", paramLabel = "N", description = "Pages. Default: ${DEFAULT-VALUE}.")
  @Range(from = 2)
  private int pages = 40;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs; with several, their medians follow. Default: 1.")
  @Range(from = 1)
  private int runs = 1;

  /**
   * What some pages took.
   *
   * @param browser CPU seconds of its processes
   * @param jvm CPU seconds of the JVM
   * @param browserMb the most memory of the browser's processes
   * @param jvmMb the most memory of the JVM
   */
  private record Cost(double browser, double jvm, double browserMb, double jvmMb) {
    /** That of each further page. */
    Cost further(Cost first, int pages) {
      return new Cost(
          (browser - first.browser) / (pages - 1),
          (jvm - first.jvm) / (pages - 1),
          browserMb,
          jvmMb);
    }

    double cpu() {
      return browser + jvm;
    }
  }

  @Override
  protected void measure() throws Exception {
    Path browser =
        Chromium.find("chromium")
            .orElseThrow(() -> OrbException.failed("there is no chromium in the PATH"));
    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build())) {
      ScriptedSite site = new ScriptedSite(web);
      List<Figures> all = new ArrayList<>();
      for (int run = 1; run <= runs; run++) {
        Map<String, String> settings = settings(web);
        Figures figures =
            figures(
                rendered(site, settings, 1),
                rendered(site, settings, pages),
                shown(site, browser, web, 1),
                shown(site, browser, web, pages));
        show("run " + run, Map.of("run", run, "pages", pages), figures);
        all.add(figures);
      }
      if (runs > 1) {
        Map<String, Object> fields = Map.of("run", "median", "pages", pages);
        show("median of " + runs, fields, Figures.medians(all));
      }
    }
  }

  private Figures figures(Cost renderedOne, Cost rendered, Cost shownOne, Cost shown) {
    Figures figures = new Figures();
    Cost warm = rendered.further(renderedOne, pages);
    Cost alone = shown.further(shownOne, pages);
    add(figures, "cold", "first page", renderedOne, shownOne);
    add(figures, "warm", "further page", warm, alone);
    return figures;
  }

  private static void add(Figures figures, String key, String page, Cost rendered, Cost alone) {
    figures
        .add(key + "Browser", page + ": browser, CPU s", "%.3f", rendered.browser())
        .add(key + "Jvm", page + ": JVM, CPU s", "%.3f", rendered.jvm())
        .add(key + "Alone", page + ": browser alone, CPU s", "%.3f", alone.browser())
        .add(key + "Ratio", page + ": ratio", "%.2f", rendered.cpu() / alone.browser())
        .add(key + "BrowserMb", page + ": browser, MB", "%.0f", rendered.browserMb())
        .add(key + "JvmMb", page + ": JVM, MB", "%.0f", rendered.jvmMb())
        .add(key + "AloneMb", page + ": browser alone, MB", "%.0f", alone.browserMb());
  }

  private static boolean hasSandbox() {
    return !"root".equals(System.getProperty("user.name"));
  }

  private Map<String, String> settings(FakeWeb web) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("http.agent.name", "orbweaver-bench");
    settings.put("orbweaver.fetch.private.addresses", WebProcess.LOOPBACK);
    settings.put(
        "orbweaver.fetch.dns.hosts.file",
        web.hostsFile(folder().resolve("hosts")).toUri().toString());
    settings.put("fetcher.server.delay", "0");
    settings.put("orbweaver.render", "auto");
    settings.put("orbweaver.render.tabs", "1");
    settings.put("orbweaver.render.sandbox", Boolean.toString(hasSandbox()));
    settings.put(
        "orbweaver.render.pages.per.host", Integer.toString(Math.max(pages, PAGES_PER_HOST)));
    return settings;
  }

  /** Renders pages that have been fetched and parsed. */
  private Cost rendered(ScriptedSite site, Map<String, String> settings, int count)
      throws Exception {
    String crawl = folder().resolve("crawl").toString();
    List<String> inject = new ArrayList<>(List.of("inject"));
    inject.addAll(site.urls(count));
    inject.add(crawl);
    before(settings, inject.toArray(new String[0]));
    for (String phase : List.of("generate", "fetch", "parse")) {
      before(settings, phase, crawl);
    }
    List<String> render = new ArrayList<>(List.of("render", crawl));
    settings.forEach((key, value) -> render.add("-D" + key + "=" + value));
    try (MeasuredProcess process = start(List.of(), render.toArray(new String[0]));
        ChildProcesses browser = new ChildProcesses(process.process().toHandle())) {
      process.await("orb render");
      if (!process.lastLines().contains(count + " gained")) {
        throw OrbException.failed("not all pages gained:\n" + process.lastLines());
      }
      return new Cost(
          browser.cpuSeconds(),
          process.cpuSeconds(),
          browser.peakProportional() / 1e6,
          process.peakResident() / 1e6);
    } finally {
      FileUtils.deleteDirectory(Path.of(crawl).toFile());
    }
  }

  /** Runs a command that is not measured. */
  private void before(Map<String, String> settings, String... words) {
    Configuration conf = new Configuration(conf());
    settings.forEach(conf::set);
    conf.set("hadoop.tmp.dir", folder().resolve("hadoop").toString());
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status = Orb.run(words, new Console(said, said, false), conf);
    if (status != ExitCode.OK.code()) {
      throw OrbException.failed("orb " + words[0] + ": " + said.toString(UTF_8));
    }
  }

  /** Lets the browser show pages by itself. */
  private Cost shown(ScriptedSite site, Path program, FakeWeb web, int count) throws Exception {
    Path profile = Files.createTempDirectory(folder(), "profile-");
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                "\"$@\"; exit",
                "browser",
                program.toString(),
                "--headless=new",
                "--user-data-dir=" + profile,
                "--host-resolver-rules=MAP * " + web.address(site.host()),
                "--window-size=1280,4000",
                "--no-first-run",
                "--disable-gpu",
                "--disable-back-forward-cache",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync"));
    if (!hasSandbox()) {
      command.add("--no-sandbox");
    }
    command.add(site.first(count));
    try (MeasuredProcess process = MeasuredProcess.start(command, folder().resolve("browser"));
        ChildProcesses browser = new ChildProcesses(process.process().toHandle())) {
      if (!site.ended().await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw OrbException.failed("the browser did not show all pages:\n" + process.lastLines());
      }
      browser.close();
      Cost cost = new Cost(browser.cpuSeconds(), 0, browser.peakProportional() / 1e6, 0);
      process.process().descendants().forEach(ProcessHandle::destroyForcibly);
      return cost;
    }
  }
}
