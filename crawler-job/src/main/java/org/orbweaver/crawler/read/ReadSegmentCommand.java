package org.orbweaver.crawler.read;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.JoinCursor;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.usage.Use;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code read segment DIR}. */
@Command(
    name = "segment",
    description = "Show segments: what each round generated, fetched and parsed.",
    footer = {
      "  orb read segment crawl --list",
      "  orb read segment crawl --url http://a.example/",
      "  orb read segment crawl --politeness",
      "  orb read segment crawl --segment 20260401120000 --dump --json | head"
    })
public final class ReadSegmentCommand extends ReadCommand {
  private static final String LINE = "%1$-14s %2$10s %3$10s %5$10s %6$10s  %7$-20s  %8$-20s";

  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "Segment to read. Default: all, oldest first.")
  private String segment;

  @ArgGroup(multiplicity = "1")
  private SegmentViews what;

  private static final class SegmentViews {
    @Option(names = "--list", description = "Show the counts and fetch times of each segment.")
    private boolean list;

    @Option(names = "--url", paramLabel = "U", description = "Show the records of one URL.")
    private String url;

    @Option(
        names = "--politeness",
        description =
            "Verify from the fetch logs that every politeness delay was kept and no host received"
                + " concurrent requests. Exits with 1 if not.")
    private boolean politeness;

    @Option(
        names = "--dump",
        description = "Print the records of every URL, sorted, without the raw content.")
    private boolean dump;
  }

  @Option(
      names = "--usage",
      paramLabel = "USE",
      description =
          "With --dump: omit pages whose owner disallows this use: search, ai-train, ai-input,"
              + " ai-image or tdm; repeatable. Pages that are not parsed are omitted too.")
  private List<String> usage = new ArrayList<>();

  /**
   * A folder of a segment.
   *
   * @param field its name for JSON
   * @param view turns a record into the values shown
   */
  private record Folder<V extends Writable>(
      String name, Class<V> type, String field, Function<V, Object> view) {
    SortedStore<V> open(Configuration conf, Path segment) throws IOException {
      return SortedStore.open(conf, new Path(segment, name), type);
    }

    void show(Configuration conf, Path segment, String url, Fields fields) throws IOException {
      open(conf, segment).get(url).forEach(value -> fields.put(field, view.apply(value)));
    }
  }

  /** A folder opened to be read along with others. */
  private record OpenFolder<V extends Writable>(Folder<V> folder, JoinCursor<V> cursor) {
    static <V extends Writable> OpenFolder<V> of(Folder<V> folder, Configuration conf, Path segment)
        throws IOException {
      return new OpenFolder<>(folder, folder.open(conf, segment).cursor());
    }

    void show(Text url, Fields fields) {
      cursor.take(url, value -> fields.put(folder.field, folder.view.apply(value)));
    }
  }

  private static final Folder<CrawlDatum> GENERATED =
      new Folder<>(
          CrawlDatum.GENERATE_DIR_NAME, CrawlDatum.class, "generated", RecordFields::datum);

  private static final List<Folder<?>> FETCHED =
      List.of(
          new Folder<>(CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class, "fetched", RecordFields::datum),
          new Folder<>(Content.DIR_NAME, Content.class, "content", RecordFields::content),
          new Folder<>(ParseData.DIR_NAME, ParseData.class, "parsed", RecordFields::parseData),
          new Folder<>(ParseText.DIR_NAME, ParseText.class, "text", ParseText::getText));

  @Override
  protected int run() throws IOException {
    List<String> disallowed = new ArrayList<>();
    for (String use : usage) {
      Use known = Use.of(MetadataKeys.use(use)).orElse(null);
      if (known == null || !what.dump) {
        throw OrbException.usage(
            known == null
                ? "--usage " + Console.safe(use) + ": expected one of " + Use.tokens()
                : "--usage requires --dump");
      }
      disallowed.add(known.said(false));
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    List<Path> segments = segment == null ? crawl.segmentList() : List.of(crawl.segment(segment));
    if (segments.isEmpty()) {
      throw OrbException.failed("no segments in " + crawl.segments());
    }
    if (what.list) {
      list(segments);
    } else if (what.url != null) {
      url(segments);
    } else if (what.politeness) {
      return new PolitenessReport(console(), json).print(conf(), segments);
    } else if (what.dump) {
      for (Path one : segments) {
        dump(one, disallowed);
      }
    }
    return ExitCode.OK.code();
  }

  private void list(List<Path> segments) throws IOException {
    RecordPrinter out = printer();
    out.text(
        LINE,
        "segment",
        "generated",
        "fetched",
        "",
        "parsed",
        "unparsed",
        "first fetch",
        "last fetch");
    for (Path one : segments) {
      out.row(new SegmentStats(conf(), one).fields(), LINE);
    }
  }

  private void url(List<Path> segments) throws IOException {
    boolean found = false;
    for (Path one : segments) {
      for (String url : spellings(what.url)) {
        Fields records = records(one, url);
        if (!records.isEmpty()) {
          Fields fields = new Fields().with("segment", one.getName());
          fields.putAll(records);
          print(url, fields);
          found = true;
          break;
        }
      }
    }
    if (!found) {
      throw OrbException.failed(Console.safe(what.url) + " is not in any segment of " + dir);
    }
  }

  private Fields records(Path one, String url) throws IOException {
    Fields fields = new Fields();
    GENERATED.show(conf(), one, url, fields);
    for (Folder<?> folder : FETCHED) {
      folder.show(conf(), one, url, fields);
    }
    List<Object> toUpdate = new ArrayList<>();
    Path parses = new Path(one, CrawlDatum.PARSE_DIR_NAME);
    for (CrawlDatum datum : SortedStore.open(conf(), parses, CrawlDatum.class).get(url)) {
      boolean linked = datum.getStatus() == CrawlDatum.STATUS_LINKED;
      toUpdate.add(
          CrawlDatum.getStatusName(datum.getStatus())
              + (linked ? " score=" + datum.getScore() : ""));
    }
    return fields.withKnown("toldToUpdate", toUpdate.isEmpty() ? null : toUpdate);
  }

  /**
   * Prints a segment.
   *
   * @param disallowed terms of usage preferences; a page that disallows one of them is left out
   */
  private void dump(Path one, List<String> disallowed) throws IOException {
    List<OpenFolder<?>> open = new ArrayList<>();
    try {
      for (Folder<?> folder : FETCHED) {
        open.add(OpenFolder.of(folder, conf(), one));
      }
      List<JoinCursor<?>> cursors = new ArrayList<>();
      open.forEach(folder -> cursors.add(folder.cursor()));
      for (Text url = JoinCursor.least(cursors); url != null; url = JoinCursor.least(cursors)) {
        Text key = url;
        Fields fields = new Fields().with("segment", one.getName());
        open.forEach(folder -> folder.show(key, fields));
        if (disallowed.isEmpty() || !mayDisallow(fields, disallowed)) {
          print(url.toString(), fields);
        }
      }
    } finally {
      for (OpenFolder<?> folder : open) {
        folder.cursor().close();
      }
    }
  }

  /** Whether a page disallows a use, or may do so because it was fetched and not parsed. */
  private static boolean mayDisallow(Fields records, List<String> disallowed) {
    if (!(records.get("parsed") instanceof Fields parsed)) {
      return records.containsKey("content");
    }
    String said = ((Map<?, ?>) parsed.get("metadata")).get(MetaNames.USAGE) + "";
    return List.of(said.split(" ", -1)).stream().anyMatch(disallowed::contains);
  }

  /** Counts over one segment; the count of a part not made yet is null. */
  static final class SegmentStats {
    private final String name;
    private final Long generated;
    private final Long fetched;
    private final Long parsed;
    private final Long notParsed;
    private long first = Long.MAX_VALUE;
    private long last;
    private final Map<String, Long> byStatus = new TreeMap<>();

    SegmentStats(Configuration conf, Path segment) throws IOException {
      name = segment.getName();
      Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
      generated = count(conf, list, CrawlDatum.class, datum -> {});
      Path fetches = new Path(segment, CrawlDatum.FETCH_DIR_NAME);
      fetched = count(conf, fetches, CrawlDatum.class, this::addFetched);
      long[] failed = new long[1];
      Path parses = new Path(segment, ParseData.DIR_NAME);
      Long all =
          count(
              conf,
              parses,
              ParseData.class,
              data -> failed[0] += data.getStatus().isSuccess() ? 0 : 1);
      notParsed = all == null ? null : (Long) failed[0];
      parsed = all == null ? null : (Long) (all - failed[0]);
    }

    private void addFetched(CrawlDatum datum) {
      byStatus.merge(CrawlDatum.getStatusName(datum.getStatus()), 1L, Long::sum);
      first = Math.min(first, datum.getFetchTime());
      last = Math.max(last, datum.getFetchTime());
    }

    /** Reads a whole part and counts its records; null if there is no such part. */
    private static <V extends Writable> Long count(
        Configuration conf, Path folder, Class<V> type, Consumer<V> visitor) throws IOException {
      SortedStore<V> store = SortedStore.open(conf, folder, type);
      long[] records = new long[1];
      store.forEach(
          (url, value) -> {
            records[0]++;
            visitor.accept(value);
          });
      return store.isEmpty() ? null : (Long) records[0];
    }

    Fields fields() {
      return new Fields()
          .with("segment", name)
          .with("generated", generated)
          .with("fetched", fetched)
          .with("fetchStatus", byStatus)
          .with("parsed", parsed)
          .with("notParsed", notParsed)
          .with("firstFetch", last == 0 ? null : Instant.ofEpochMilli(first))
          .with("lastFetch", last == 0 ? null : Instant.ofEpochMilli(last));
    }
  }
}
