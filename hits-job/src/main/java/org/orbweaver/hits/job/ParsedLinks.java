package org.orbweaver.hits.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.hits.focused.HubUnits;

/**
 * The links of pages with their anchor texts, from the newest successful parse of each in the
 * segments' {@code parse_data}. A parse keeps the links in the order of the page, each target once,
 * with the longest of its anchors and its place in the page's text, which gives the words around
 * it; it does not keep the starts of the page's lists. Cost: one look-up per page, segment and part
 * until the page is found, and one for its text.
 *
 * @param matcher counts the words of the query in a link's text
 */
record ParsedLinks(
    Configuration conf, CrawlDir crawl, GraphLinks graph, ToIntFunction<String> matcher)
    implements HubUnits.PageText {
  private static final String STORE = "parse_data";
  private static final Text AT = new Text(MetadataKeys.LINK_AT);

  /** Characters before and after an anchor that count as its text; ARC takes 50 bytes. */
  private static final int AROUND = 100;

  private record WantedPage(int index, Text url) {}

  @Override
  public void links(int[] pages, TextVisitor visitor) throws IOException {
    List<WantedPage> wanted = new ArrayList<>();
    for (int i = 0; i < pages.length; i++) {
      wanted.add(new WantedPage(i, new Text(graph.url(pages[i]))));
    }
    // In key order each file is read forwards.
    wanted.sort(Comparator.comparing(WantedPage::url));
    List<Path> segments = crawl.segmentList();
    for (int s = segments.size() - 1; s >= 0 && !wanted.isEmpty(); s--) {
      List<WantedPage> left = new ArrayList<>();
      List<Path> parts = Parts.of(crawl.fs(), new Path(segments.get(s), STORE));
      List<Path> textParts = Parts.of(crawl.fs(), new Path(segments.get(s), ParseText.DIR_NAME));
      try (StoreLookup<ParseData> segment = new StoreLookup<>(conf, parts, ParseData.class);
          StoreLookup<ParseText> texts = new StoreLookup<>(conf, textParts, ParseText.class)) {
        for (WantedPage page : wanted) {
          ParseData parse = parse(segment, page.url());
          if (parse == null) {
            left.add(page);
          } else {
            visitor.page(page.index(), links(parse, text(texts, page.url())));
          }
        }
      }
      wanted = left;
    }
  }

  private List<HubUnits.PageText.Link> links(ParseData parse, String text) throws IOException {
    List<HubUnits.PageText.Link> links = new ArrayList<>();
    for (Outlink outlink : parse.getOutlinks()) {
      String words = words(outlink, text);
      int matches = words.isBlank() ? 0 : matcher.applyAsInt(words);
      links.add(new HubUnits.PageText.Link(graph.page(outlink.getToUrl()), matches));
    }
    return links;
  }

  /** The anchor with the words around it; the anchor alone if its place is unknown. */
  private static String words(Outlink outlink, String text) {
    String anchor = outlink.getAnchor() == null ? "" : outlink.getAnchor();
    Writable at = outlink.getMetadata() == null ? null : outlink.getMetadata().get(AT);
    if (at == null || !at.toString().matches("\\d{1,9}")) {
      return anchor;
    }
    int from = Math.min(text.length(), Integer.parseInt(at.toString()));
    int to = Math.min(text.length(), from + anchor.length() + AROUND);
    return text.substring(Math.max(0, from - AROUND), from)
        + ' '
        + anchor
        + ' '
        + text.substring(Math.min(to, from + anchor.length()), to);
  }

  private static String text(StoreLookup<ParseText> texts, Text url) {
    for (int part = 0; part < texts.parts(); part++) {
      ParseText text = texts.get(part, url);
      if (text != null) {
        return text.getText();
      }
    }
    return "";
  }

  /**
   * A page's successful parse, or null. Each part belongs to one parse task: any may have the page.
   */
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
