package org.orbweaver.crawler.read;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.io.BytesWritable;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.hosts.RobotsCopy;
import org.orbweaver.crawler.schedule.HostBackOff;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read hosts DIR}. */
@Command(
    name = "hosts",
    description = "Show the hosts: last contact, delays, failures and robots.txt.",
    footer = {
      "  orb read hosts crawl --host www.example.org",
      "  orb read hosts crawl --stats --json",
      "  orb read hosts crawl --dump --json | head"
    })
public final class ReadHostsCommand extends ReadCommand {
  @ArgGroup(multiplicity = "1")
  private What what;

  private static final class What {
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
    CrawlDir crawl = CrawlDir.open(conf(), dir());
    SortedStore<BytesWritable> store =
        open(crawl.hosts(), "host data", "orb update", BytesWritable.class);
    if (what.host != null) {
      boolean[] found = new boolean[1];
      store.forEachSorted(
          (key, record) -> {
            if (HostRecords.host(key.toString()).equals(what.host)) {
              print(key.toString(), view(record.copyBytes(), true));
              found[0] = true;
            }
          });
      if (!found[0]) {
        throw OrbException.failed(Console.safe(what.host) + " is not in the host data of " + dir());
      }
    } else if (what.stats) {
      Map<String, Object> counts = new LinkedHashMap<>();
      store.forEachSorted((key, record) -> count(counts, record.copyBytes()));
      print(counts);
    } else if (what.dump) {
      store.forEachSorted((key, record) -> print(key.toString(), view(record.copyBytes(), false)));
    }
    return ExitCode.OK.code();
  }

  private static void count(Map<String, Object> counts, byte[] record) throws IOException {
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
      add(counts, "robots_" + copy.kind().name().toLowerCase(java.util.Locale.ROOT));
    }
  }

  private static void add(Map<String, Object> counts, String name) {
    counts.merge(name, 1L, (a, b) -> (Long) a + (Long) b);
  }

  private Map<String, Object> view(byte[] record, boolean whole) throws IOException {
    Map<String, Object> view = new LinkedHashMap<>();
    if (HostRecords.isContact(record)) {
      HostContact contact = HostContact.decode(record);
      view.put("lastContact", Instant.ofEpochMilli(contact.lastEnd()).toString());
      view.put("lastResponseMs", contact.responseMs());
      view.put("failuresInARow", contact.failures());
      view.put("crawlDelayMs", contact.crawlDelayMs());
      if (contact.notBefore() > 0) {
        view.put("asksToBeLeftUntil", Instant.ofEpochMilli(contact.notBefore()).toString());
      }
    } else if (HostRecords.isOutage(record)) {
      HostOutage outage = HostOutage.decode(record);
      view.put("failedRounds", outage.failures());
      view.put("asOf", Instant.ofEpochMilli(outage.last()).toString());
      if (outage.failures() > 0) {
        view.put("since", Instant.ofEpochMilli(outage.since()).toString());
        view.put("detail", outage.why());
        long next = HostBackOff.of(conf()).nextTry(outage);
        view.put("nextTry", Instant.ofEpochMilli(next).toString());
      }
    } else if (HostRecords.isRobots(record)) {
      RobotsCopy copy = RobotsCopy.decode(record);
      view.put("asked", Instant.ofEpochMilli(copy.requestedAt()).toString());
      view.put("answer", copy.kind().name().toLowerCase(java.util.Locale.ROOT));
      if (!copy.detail().isEmpty()) {
        view.put("detail", copy.detail());
      }
      if (copy.unreachableSince() > 0) {
        view.put("unreachableSince", Instant.ofEpochMilli(copy.unreachableSince()).toString());
      }
      if (copy.goodAsOf() > 0) {
        view.put("goodAsOf", Instant.ofEpochMilli(copy.goodAsOf()).toString());
        view.put("bytes", copy.good().length);
        if (whole) {
          view.put("text", new String(copy.good(), java.nio.charset.StandardCharsets.UTF_8));
        }
      }
    } else {
      view.put("unknown", "written by a later version");
    }
    return view;
  }
}
