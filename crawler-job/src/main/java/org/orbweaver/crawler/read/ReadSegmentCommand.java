package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.sorted.JoinCursor;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read segment DIR}. */
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

  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "Segment to read. Default: all, oldest first.")
  private String segment;

  @ArgGroup(multiplicity = "1")
  private What what;

  private static final class What {
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

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir());
    List<Path> segments = segment == null ? crawl.segmentList() : List.of(crawl.segment(segment));
    if (segments.isEmpty()) {
      throw OrbException.failed("no segments in " + crawl.segments());
    }
    if (what.list) {
      list(segments);
    } else if (what.url != null) {
      url(segments);
    } else if (what.politeness) {
      return new PolitenessReport(console(), json()).print(conf(), segments);
    } else if (what.dump) {
      for (Path one : segments) {
        dump(one);
      }
    }
    return ExitCode.OK.code();
  }

  private void list(List<Path> segments) throws IOException {
    if (!json()) {
      console()
          .linef(
              "%-14s %10s %10s %10s %10s  %-20s  %-20s",
              "segment", "generated", "fetched", "parsed", "unparsed", "first fetch", "last fetch");
    }
    for (Path one : segments) {
      SegmentStats stats = SegmentStats.of(conf(), one);
      if (json()) {
        print(stats.view());
      } else {
        console().line(stats.line());
      }
    }
  }

  private void url(List<Path> segments) throws IOException {
    boolean found = false;
    for (Path one : segments) {
      for (String url : List.of(what.url, normal(what.url))) {
        Map<String, Object> view = records(one, url);
        if (!view.isEmpty()) {
          Map<String, Object> named = new LinkedHashMap<>();
          named.put("segment", one.getName());
          named.putAll(view);
          print(url, named);
          found = true;
          break;
        }
      }
    }
    if (!found) {
      throw OrbException.failed(Console.safe(what.url) + " is not in any segment of " + dir());
    }
  }

  private Map<String, Object> records(Path one, String url) throws IOException {
    Map<String, Object> view = new LinkedHashMap<>();
    for (CrawlDatum datum : get(one, CrawlDatum.GENERATE_DIR_NAME, CrawlDatum.class, url)) {
      view.put("generated", Views.datum(datum));
    }
    for (CrawlDatum datum : get(one, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class, url)) {
      view.put("fetched", Views.datum(datum));
    }
    for (Content content : get(one, Content.DIR_NAME, Content.class, url)) {
      view.put("content", Views.content(content));
    }
    for (ParseData data : get(one, ParseData.DIR_NAME, ParseData.class, url)) {
      view.put("parsed", Views.parseData(data));
    }
    for (ParseText text : get(one, ParseText.DIR_NAME, ParseText.class, url)) {
      view.put("text", text.getText());
    }
    List<Object> found = new ArrayList<>();
    for (CrawlDatum datum : get(one, CrawlDatum.PARSE_DIR_NAME, CrawlDatum.class, url)) {
      found.add(
          CrawlDatum.getStatusName(datum.getStatus())
              + (datum.getStatus() == CrawlDatum.STATUS_LINKED
                  ? " score=" + datum.getScore()
                  : ""));
    }
    if (!found.isEmpty()) {
      view.put("toldToUpdate", found);
    }
    return view;
  }

  private <V extends Writable> List<V> get(Path one, String part, Class<V> type, String url)
      throws IOException {
    return SortedStore.open(conf(), new Path(one, part), type).get(url);
  }

  private void dump(Path one) throws IOException {
    try (JoinCursor<CrawlDatum> fetched = cursor(one, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class);
        JoinCursor<Content> content = cursor(one, Content.DIR_NAME, Content.class);
        JoinCursor<ParseData> data = cursor(one, ParseData.DIR_NAME, ParseData.class);
        JoinCursor<ParseText> text = cursor(one, ParseText.DIR_NAME, ParseText.class)) {
      List<JoinCursor<?>> cursors = List.of(fetched, content, data, text);
      for (Text url = first(cursors); url != null; url = first(cursors)) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("segment", one.getName());
        fetched.take(url, datum -> view.put("fetched", Views.datum(datum)));
        content.take(url, raw -> view.put("content", Views.content(raw)));
        data.take(url, parsed -> view.put("parsed", Views.parseData(parsed)));
        text.take(url, plain -> view.put("text", plain.getText()));
        print(url.toString(), view);
      }
    }
  }

  private static Text first(List<JoinCursor<?>> cursors) {
    Text first = null;
    for (JoinCursor<?> cursor : cursors) {
      first = JoinCursor.least(first, cursor.key());
    }
    return first == null ? null : new Text(first);
  }

  private <V extends Writable> JoinCursor<V> cursor(Path one, String part, Class<V> type)
      throws IOException {
    return SortedStore.open(conf(), new Path(one, part), type).cursor();
  }
}
