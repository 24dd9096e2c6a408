package org.orbweaver.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.hits.focused.HubUnits;

/**
 * The links of pages with their anchor texts, from the newest successful parse of each in the
 * segments' {@code parse_data}. A parse keeps the links in the order of the page, each target once,
 * with the longest of its anchors; it does not keep the text around a link, nor where the page's
 * lists begin. Cost: a look-up a page, segment and part, until it is found.
 */
final class ParsedLinks implements HubUnits.PageText {

  private static final String STORE = "parse_data";

  private final Configuration conf;
  private final CrawlDir crawl;
  private final GraphLinks graph;
  private final ToIntFunction<String> matcher;

  /**
   * The links of a crawl's pages.
   *
   * @param matcher says how many words of the query occur in an anchor
   */
  ParsedLinks(Configuration conf, CrawlDir crawl, GraphLinks graph, ToIntFunction<String> matcher) {
    this.conf = conf;
    this.crawl = crawl;
    this.graph = graph;
    this.matcher = matcher;
  }

  private record Wanted(int index, Text url) {}

  @Override
  public void links(int[] pages, Visitor visitor) throws IOException {
    List<Wanted> wanted = new ArrayList<>();
    for (int i = 0; i < pages.length; i++) {
      wanted.add(new Wanted(i, new Text(graph.url(pages[i]))));
    }
    // In the order of the keys each file is read forwards.
    wanted.sort(Comparator.comparing(Wanted::url));
    List<Path> segments = crawl.segmentList();
    for (int s = segments.size() - 1; s >= 0 && !wanted.isEmpty(); s--) {
      List<Wanted> left = new ArrayList<>();
      List<Path> parts = Parts.of(crawl.fs(), new Path(segments.get(s), STORE));
      try (StoreLookup<ParseData> segment = new StoreLookup<>(conf, parts, ParseData.class)) {
        for (Wanted page : wanted) {
          ParseData parse = parse(segment, page.url());
          if (parse == null) {
            left.add(page);
          } else {
            visitor.page(page.index(), links(parse));
          }
        }
      }
      wanted = left;
    }
  }

  private List<HubUnits.PageText.Link> links(ParseData parse) throws IOException {
    List<HubUnits.PageText.Link> links = new ArrayList<>();
    for (Outlink outlink : parse.getOutlinks()) {
      String anchor = outlink.getAnchor();
      int matches = anchor == null || anchor.isEmpty() ? 0 : matcher.applyAsInt(anchor);
      links.add(new HubUnits.PageText.Link(graph.page(outlink.getToUrl()), matches));
    }
    return links;
  }

  /** A page's successful parse, or null. Each part is one parse task's: any may have the page. */
  private static ParseData parse(StoreLookup<ParseData> segment, Text url) {
    for (int part = 0; part < segment.parts(); part++) {
      ParseData parse = segment.get(part, url);
      if (parse != null && parse.getStatus().isSuccess()) {
        return parse;
      }
    }
    return null;
  }
}
