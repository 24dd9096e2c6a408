package org.orbweaver.crawler.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.io.BytesWritable;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.hosts.RobotsCopy;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.render.RenderLearning;
import org.orbweaver.crawler.render.RenderRecord;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.HostPagesRecord;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code read hosts DIR}. */
@Command(
    name = "hosts",
    description =
        "Show the hosts: last contact, delays, failures, robots.txt, and what rendering gained.",
    footer = {
      "  orb read hosts crawl --host www.example.org",
      "  orb read hosts crawl --stats --json",
      "  orb read hosts crawl --dump --json | head"
    })
public final class ReadHostsCommand extends ReadCommand {
  @ArgGroup(multiplicity = "1")
  private HostsViews what;

  private static final class HostsViews {
    @Option(names = "--host", paramLabel = "H", description = "Show the records of one host.")
    private String host;

    @Option(names = "--stats", description = "Count hosts and robots.txt files by state.")
    private boolean stats;

    @Option(
        names = "--dump",
        description = "Print every record, without the text of robots.txt files.")
    private boolean dump;
  }

  @Override
  protected int run() throws IOException {
    if (what.host != null && what.host.isBlank()) {
      throw OrbException.usage("--host: expected a host, got '" + what.host + "'");
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    SortedStore<BytesWritable> store =
        open(crawl.hosts(), "host data", "orb update", BytesWritable.class);
    if (what.host != null) {
      boolean[] found = new boolean[1];
      store.forEachSorted(
          (key, record) -> {
            if (HostRecords.host(key.toString()).equals(what.host)) {
              print(key.toString(), fields(record.copyBytes(), true));
              found[0] = true;
            }
          });
      if (!found[0]) {
        throw OrbException.failed(Console.safe(what.host) + " is not in the host data of " + dir);
      }
    } else if (what.stats) {
      Map<String, Long> counts = new LinkedHashMap<>();
      store.forEachSorted((key, record) -> count(counts, record.copyBytes()));
      print(counts);
    } else if (what.dump) {
      store.forEachSorted(
          (key, record) -> print(key.toString(), fields(record.copyBytes(), false)));
    }
    return ExitCode.OK.code();
  }

  /** Prefix of the counts of answers to requests for robots.txt. */
  public static final String ROBOTS = "robots_";

  /** Counts a record under {@code hosts}, {@code hostsFailing}, {@code outages} and so on. */
  public static void count(Map<String, Long> counts, byte[] record) throws IOException {
    if (HostRecords.isContact(record)) {
      HostContact contact = HostContact.decode(record);
      add(counts, "hosts");
      add(counts, contact.failures() > 0 ? "hostsFailing" : "hostsAnswering");
      if (contact.crawlDelayMs() > 0) {
        add(counts, "hostsWithCrawlDelay");
      }
    } else if (HostRecords.isOutage(record)) {
      if (HostOutage.decode(record).failures() > 0) {
        add(counts, "outages");
      }
    } else if (HostRecords.isRobots(record)) {
      RobotsCopy copy = RobotsCopy.decode(record);
      add(counts, "robotsFiles");
      add(counts, ROBOTS + copy.kind().name().toLowerCase(Locale.ROOT));
    } else if (HostRecords.isUnknownPath(record)) {
      UnknownPaths.UnknownPathAnswer kind = UnknownPaths.Known.decode(record).kind();
      add(counts, "unknownPaths_" + kind.name().toLowerCase(Locale.ROOT));
    }
  }

  private static void add(Map<String, Long> counts, String name) {
    counts.merge(name, 1L, Long::sum);
  }

  private Fields fields(byte[] record, boolean whole) throws IOException {
    Fields fields = new Fields();
    if (HostRecords.isContact(record)) {
      HostContact contact = HostContact.decode(record);
      return fields
          .with("lastContact", Instant.ofEpochMilli(contact.lastEnd()))
          .with("lastResponseMs", contact.responseMs())
          .with("failuresInARow", contact.failures())
          .with("crawlDelayMs", contact.crawlDelayMs())
          .withKnown("asksToBeLeftUntil", known(contact.notBefore()));
    }
    if (HostRecords.isOutage(record)) {
      HostOutage outage = HostOutage.decode(record);
      fields
          .with("failedRounds", outage.failures())
          .with("asOf", Instant.ofEpochMilli(outage.last()));
      return outage.failures() == 0
          ? fields
          : fields
              .with("since", Instant.ofEpochMilli(outage.since()))
              .with("detail", outage.why())
              .with("nextTry", Instant.ofEpochMilli(HostBackOff.of(conf()).nextTry(outage)));
    }
    if (HostPagesRecord.is(record)) {
      HostPages pages = HostPagesRecord.decode(record);
      int lastPages = TrapKeys.YIELD_PAGES.get(conf());
      return fields
          .with("seed", pages.isSeed())
          .with("linkingDomains", pages.linkingDomains())
          .with("templates", pages.templates().size())
          .with("templatesWithoutNewPages", pages.poorTemplates(lastPages))
          .with("otherTemplates", pages.yieldOfOthers().name().toLowerCase(Locale.ROOT));
    }
    if (RenderRecord.is(record)) {
      RenderLearning learned = RenderRecord.decode(record);
      return fields
          .with("lastRendered", Instant.ofEpochMilli(HostRecords.time(record)))
          .with("templatesRendered", learned.templates())
          .with("templatesGaining", learned.gainingTemplates());
    }
    if (HostRecords.isUnknownPath(record)) {
      UnknownPaths.Known known = UnknownPaths.Known.decode(record);
      return fields
          .with("asked", Instant.ofEpochMilli(known.requestedAt()))
          .with("unknownPath", known.kind().name().toLowerCase(Locale.ROOT))
          .withKnown("detail", known.value().isEmpty() ? null : known.value());
    }
    if (HostRecords.isRobots(record)) {
      RobotsCopy copy = RobotsCopy.decode(record);
      fields
          .with("asked", Instant.ofEpochMilli(copy.requestedAt()))
          .with("answer", copy.kind().name().toLowerCase(Locale.ROOT))
          .withKnown("detail", copy.detail().isEmpty() ? null : copy.detail())
          .withKnown("unreachableSince", known(copy.unreachableSince()))
          .withKnown("goodAsOf", known(copy.goodAsOf()));
      if (copy.goodAsOf() > 0) {
        String text = new String(copy.good(), StandardCharsets.UTF_8);
        fields.with("bytes", copy.good().length).withKnown("text", whole ? text : null);
      }
      return fields;
    }
    return fields.with("unknown", "written by a later version");
  }

  private static Instant known(long millis) {
    return millis > 0 ? Instant.ofEpochMilli(millis) : null;
  }
}
