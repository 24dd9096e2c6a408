package org.orbweaver.orb.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.error.PlatformCharset;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.fetch.FetchRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code doctor [DIR]}: checks the machine, the settings and a crawl. */
@Command(
    name = "doctor",
    description = {
      "Check the machine, the settings and a crawl, and suggest remedies.",
      "Each finding is ok, a note or an ERROR, which makes a crawl fail or do harm until it is"
          + " fixed. Exits with 1 if there are errors. Changes nothing."
    },
    footer = {
      "  orb doctor                          the machine and the settings",
      "  orb doctor crawl                    also a crawl's stores",
      "  orb doctor crawl --deep             reads every record and verifies checksums",
      "  orb doctor --offline --json         without the network; JSON lines"
    })
public final class DoctorCommand extends BaseCommand {
  private static final String LINE = "%1$-5s %2$-14s %3$s";
  private static final Duration DNS_PATIENCE = Duration.ofSeconds(5);

  /** IANA's example domain; it is looked up if the settings name no host. */
  private static final String SOME_HOST = "example.org";

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "A crawl directory.")
  private String dir;

  @Option(
      names = "--deep",
      description = "Read every record of the crawl's stores and verify checksums.")
  private boolean deep;

  @Option(names = "--offline", description = "Skip checks that need the network.")
  private boolean offline;

  @Option(names = "--json", description = "Print JSON, one object per finding.")
  private boolean json;

  private final Map<String, Check> checks = new LinkedHashMap<>();
  private RecordPrinter out;
  private int errors;

  /** The body of a check. */
  @FunctionalInterface
  private interface Check {
    List<Finding> run() throws IOException;
  }

  /** Wrong settings are a finding, not an error of this command. */
  @Override
  protected void checkSettings() {}

  @Override
  protected int run() throws IOException {
    if (deep && dir == null) {
      throw OrbException.usage("--deep requires DIR");
    }
    CrawlDir crawl = dir == null ? null : CrawlDir.open(conf(), dir);
    out = new RecordPrinter(console(), json);
    collect(crawl);
    checks.forEach(this::report);
    out.text("");
    out.text(errors == 0 ? "no errors" : Count.of(errors, "error"));
    return errors == 0 ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private void collect(CrawlDir crawl) {
    Configuration conf = conf();
    one(
        "java",
        () -> MachineChecks.java(Runtime.version().feature(), Runtime.version().toString()));
    one("heap", () -> MachineChecks.heap(Runtime.getRuntime().maxMemory()));
    // The process has its own folder there.
    Path own = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    String temp = (own.getParent() == null ? own : own.getParent()).toString();
    one(
        "temporaryDisk",
        () -> MachineChecks.disk("temporary files", temp, new File(temp).getUsableSpace()));
    one(
        "openFiles",
        () ->
            MachineChecks.openFiles(
                // Java raises its limit to the system's by itself.
                ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean system
                    ? system.getMaxFileDescriptorCount()
                    : Long.MAX_VALUE,
                FetchKeys.FETCH_THREADS.get(conf)));
    one(
        "encoding",
        () ->
            MachineChecks.encoding(
                PlatformCharset.isUtf8(),
                System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name())));
    one(
        "clock",
        () ->
            MachineChecks.clock(
                Clock.systemUTC().instant(),
                crawl == null ? null : CrawlChecks.latest(crawl),
                built()));
    checks.put("settings", () -> SettingChecks.settings(conf));
    checks.put("plugins", () -> SettingChecks.plugins(conf));
    one("agentName", () -> SettingChecks.agentName(conf));
    one("agentUrl", () -> SettingChecks.agentUrl(conf, offline));
    checks.put(
        "identity", () -> new OriginChecks(conf, WallClock.clock().instant()).findings(offline));
    one("browser", () -> SettingChecks.browser(conf));
    one("dns", () -> dns(conf));
    one("hadoop", () -> HadoopChecks.version(conf));
    checks.put("classPath", () -> HadoopChecks.classPath(DoctorCommand.class.getClassLoader()));
    checks.put("environment", () -> HadoopChecks.environment(System.getenv()));
    if (crawl != null) {
      one(
          "crawlDisk",
          () -> MachineChecks.disk("the crawl", crawl.root().toString(), usable(crawl)));
      one("lock", () -> CrawlChecks.lock(crawl));
      checks.put("log", () -> CrawlChecks.log(crawl));
      checks.put("staging", () -> CrawlChecks.staging(crawl));
      checks.put("stores", () -> new StoreChecks(conf, crawl, deep).merged());
      checks.put("segments", () -> new StoreChecks(conf, crawl, deep).segments());
      checks.put("derived", () -> new StoreChecks(conf, crawl, deep).derived());
    }
  }

  /** A check with one finding. */
  @FunctionalInterface
  private interface Single {
    Finding run() throws IOException;
  }

  private void one(String name, Single check) {
    checks.put(name, () -> List.of(check.run()));
  }

  private void report(String name, Check check) {
    List<Finding> findings;
    try {
      findings = check.run();
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      findings = List.of(Finding.error(why, "see the log for details"));
    }
    for (Finding finding : findings) {
      boolean isError = finding.level() == Finding.Level.ERROR;
      errors += isError ? 1 : 0;
      String level = finding.level().name().toLowerCase(Locale.ROOT);
      Fields fields =
          new Fields()
              .with("check", name)
              .with("level", level)
              .with("message", finding.message())
              .with("remedy", finding.remedy().isEmpty() ? null : finding.remedy());
      String shown = isError ? finding.level().name() : level;
      out.row(fields, () -> out.text(LINE, shown, name, finding.message()));
      if (!finding.remedy().isEmpty()) {
        out.text("%2$20s → %1$s", finding.remedy(), "");
      }
    }
  }

  /** Free space for this user: a local disk reserves some for root, which Hadoop counts. */
  private static long usable(CrawlDir crawl) throws IOException {
    return crawl.fs() instanceof LocalFileSystem local
        ? local.pathToFile(crawl.root()).getUsableSpace()
        : crawl.fs().getStatus(crawl.root()).getRemaining();
  }

  private Finding dns(Configuration conf) throws IOException {
    if (!FetchKeys.DNS_HOSTS_FILE.get(conf).isEmpty()) {
      FetchRules.embedNames(conf);
      return Finding.ok("host names come from " + FetchKeys.DNS_HOSTS_FILE.get(conf));
    }
    if (offline) {
      return Finding.ok("skipped (--offline)");
    }
    String host = SettingChecks.host(CrawlerKeys.AGENT_URL.get(conf).strip());
    return MachineChecks.dns(host == null ? SOME_HOST : host, FetchRules.names(conf), DNS_PATIENCE);
  }

  /** The build time of this program, from its class file or jar. */
  private static Instant built() throws IOException {
    URL place = DoctorCommand.class.getResource("DoctorCommand.class");
    if (place == null) {
      return Instant.EPOCH;
    }
    long time = place.openConnection().getLastModified();
    return Instant.ofEpochMilli(time);
  }
}
