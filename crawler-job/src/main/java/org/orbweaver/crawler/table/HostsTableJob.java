package org.orbweaver.crawler.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.hosts.RobotsCopy;
import org.orbweaver.crawler.table.RowOutputFormat.Place;
import org.orbweaver.crawler.table.TableJob.RowKey;
import org.orbweaver.crawler.trap.HostPagesRecord;
import org.orbweaver.crawler.url.Hosts;

/**
 * Writes the table of hosts.
 *
 * <p>Input: the crawldb and the store of hosts. Map: an entry as a count under its host, a host's
 * record as columns. Shuffle: by the host's reversed name in total order; counts are added up
 * before it. Reduce: one row a host. Cost: the crawldb is read once.
 */
final class HostsTableJob {
  private static final String PUBLIC = "orbweaver.internal.tables.public";

  private static final String URLS = "urls";

  /** Counted instead of everything else, of entries fetched with a login. */
  private static final String WITH_LOGIN = "with_login";

  private HostsTableJob() {}

  /** The counter of the job. */
  enum HostCounter {
    /** Rows. */
    HOSTS
  }

  /**
   * Runs the job.
   *
   * @param publicOnly whether pages fetched with a login are not counted, and hosts with no other
   *     left out
   */
  static Counters run(
      Configuration base,
      CrawlDir crawl,
      boolean publicOnly,
      Path work,
      Path output,
      Console console)
      throws IOException {
    List<Path> inputs = new ArrayList<>();
    for (Path store : List.of(crawl.crawlDb(), crawl.hosts())) {
      if (crawl.fs().exists(store)) {
        inputs.add(store);
      }
    }
    Job job = TableJob.create(base, "export: hosts", inputs);
    job.getConfiguration().setBoolean(PUBLIC, publicOnly);
    job.setMapperClass(HostMapper.class);
    job.setCombinerClass(CountCombiner.class);
    job.setReducerClass(HostReducer.class);
    return TableJob.run(
        job,
        inputs,
        inputs.subList(0, Math.min(1, inputs.size())),
        url -> RowKey.prefix(UrlColumns.reversed(Hosts.host(url))),
        work,
        output,
        console);
  }

  /** Makes counts and columns. */
  static final class HostMapper extends Mapper<Text, Writable, BytesWritable, Text> {
    private final BytesWritable key = new BytesWritable();
    private final Text json = new Text();
    private final RecordFaults faults = new RecordFaults(HostsTableJob.class);
    private boolean publicOnly;

    @Override
    protected void setup(Context context) {
      publicOnly = context.getConfiguration().getBoolean(PUBLIC, false);
    }

    @Override
    protected void map(Text text, Writable value, Context context)
        throws IOException, InterruptedException {
      try {
        String host;
        Fields fields;
        if (value instanceof CrawlDatum entry) {
          host = Hosts.host(text.toString());
          fields = counts(entry, publicOnly);
        } else {
          host = HostRecords.host(text.toString());
          fields = columns(((BytesWritable) value).copyBytes());
        }
        if (!host.isEmpty() && !fields.isEmpty()) {
          RowKey.set(key, 0, UrlColumns.reversed(host), host);
          json.set(Json.line(fields));
          context.write(key, json);
        }
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords(text, e, context)) {
          throw e;
        }
      }
    }
  }

  private static Fields counts(CrawlDatum entry, boolean publicOnly) {
    if (publicOnly && SiteMark.of(entry).isPresent()) {
      return new Fields().with(WITH_LOGIN, 1);
    }
    String column =
        switch (entry.getStatus()) {
          case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> "pages";
          case CrawlDatum.STATUS_DB_DUPLICATE -> "duplicates";
          case CrawlDatum.STATUS_DB_REDIR_TEMP, CrawlDatum.STATUS_DB_REDIR_PERM -> "redirects";
          case CrawlDatum.STATUS_DB_GONE -> "gone";
          default -> "unfetched";
        };
    return new Fields().with(URLS, 1).with(column, 1);
  }

  /** The columns that a host's record fills; none if no column is about it. */
  private static Fields columns(byte[] record) throws IOException {
    Fields row = new Fields();
    if (HostRecords.isContact(record)) {
      HostContact contact = HostContact.decode(record);
      row.with("last_contact", contact.lastEnd())
          .with("last_response_ms", contact.responseMs())
          .with("failures_in_a_row", contact.failures())
          .with("crawl_delay_ms", contact.crawlDelayMs())
          .withKnown("deferred_until", contact.notBefore() > 0 ? contact.notBefore() : null);
    } else if (HostRecords.isOutage(record)) {
      HostOutage outage = HostOutage.decode(record);
      row.with("failed_rounds", outage.failures());
      if (outage.failures() > 0) {
        row.with("failing_since", outage.since()).with("failure", outage.why());
      }
    } else if (HostRecords.isRobots(record)) {
      RobotsCopy copy = RobotsCopy.decode(record);
      row.with("robots_answer", copy.kind().name().toLowerCase(Locale.ROOT))
          .with("robots_requested", copy.requestedAt());
    } else if (HostPagesRecord.is(record)) {
      row.with("linking_domains", HostPagesRecord.decode(record).linkingDomains());
    }
    return row;
  }

  /**
   * Adds up counts.
   *
   * @return false if the fields are no counts
   */
  private static boolean add(Map<String, Object> fields, Map<String, Long> counts) {
    if (!fields.containsKey(URLS) && !fields.containsKey(WITH_LOGIN)) {
      return false;
    }
    fields.forEach((name, n) -> counts.merge(name, (Long) n, Long::sum));
    return true;
  }

  /** Adds up the counts of a map task. */
  static final class CountCombiner extends Reducer<BytesWritable, Text, BytesWritable, Text> {
    @Override
    protected void reduce(BytesWritable key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      Map<String, Long> counts = new HashMap<>();
      for (Text value : values) {
        if (!add(Json.parse(value.toString()), counts)) {
          context.write(key, value);
        }
      }
      if (!counts.isEmpty()) {
        context.write(key, new Text(Json.line(counts)));
      }
    }
  }

  /** Makes rows. */
  static final class HostReducer extends Reducer<BytesWritable, Text, Place, Fields> {
    private static final List<String> COUNTED =
        List.of(URLS, "pages", "duplicates", "redirects", "gone", "unfetched");

    private final Place hosts = new Place(Table.HOSTS);

    @Override
    protected void reduce(BytesWritable key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      String[] names = RowKey.texts(key);
      Map<String, Long> counts = new HashMap<>();
      Fields row = new Fields();
      for (Text value : values) {
        Map<String, Object> fields = Json.parse(value.toString());
        // A host has two copies of robots.txt if it has both origins; the later one counts.
        if (!add(fields, counts) && isLater(fields, row)) {
          row.putAll(fields);
        }
      }
      if (counts.containsKey(WITH_LOGIN) && !counts.containsKey(URLS)) {
        return;
      }
      COUNTED.forEach(name -> row.put(name, counts.getOrDefault(name, 0L)));
      row.with("host", names[1])
          .with("host_reversed", names[0])
          .with("domain", Hosts.domain(names[1]));
      context.write(hosts, row);
      context.getCounter(HostCounter.HOSTS).increment(1);
    }

    private static boolean isLater(Map<String, Object> fields, Fields row) {
      return List.of("last_contact", "robots_requested", "failed_rounds").stream()
          .allMatch(
              name ->
                  !(fields.get(name) instanceof Long more)
                      || !(row.get(name) instanceof Long known)
                      || more >= known);
    }
  }
}
