package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.render.RenderOutcome;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.why.UrlRecords.Stores;

/**
 * The records of one segment on a URL, and on the URLs to which it redirected within the round.
 *
 * @param segment its name
 * @param fetched whether it has been fetched
 * @param parsed whether it has been parsed
 * @param logged whether it has the log of its fetch, which a merge drops
 * @param hops the URL first, then each redirect's target
 */
record UrlRound(
    String segment, boolean fetched, boolean parsed, boolean logged, List<RoundHop> hops) {
  private static final int MOST_HOPS = 20;

  /**
   * One URL's records.
   *
   * @param listed on the fetch list, or null
   * @param fetch how its fetch ended, or null
   * @param requests from the fetch log
   * @param content the stored content, or null
   * @param data the result of parsing it, or null
   * @param textChars characters of its text
   * @param rendering how rendering it ended, or null if it was not rendered
   */
  record RoundHop(
      String url,
      CrawlDatum listed,
      CrawlDatum fetch,
      List<RequestLine> requests,
      Content content,
      ParseData data,
      int textChars,
      RenderOutcome rendering) {

    private static RoundHop of(Stores stores, Path segment, String url) throws IOException {
      Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
      Path fetches = new Path(segment, CrawlDatum.FETCH_DIR_NAME);
      CrawlDatum listed = stores.first(list, CrawlDatum.class, url);
      CrawlDatum fetch = stores.first(fetches, CrawlDatum.class, url);
      if (fetch == null) {
        return new RoundHop(url, listed, null, List.of(), null, null, 0, null);
      }
      ParseData data = stores.first(new Path(segment, ParseData.DIR_NAME), ParseData.class, url);
      ParseText text = stores.first(new Path(segment, ParseText.DIR_NAME), ParseText.class, url);
      return new RoundHop(
          url,
          listed,
          fetch,
          requests(stores, segment, url),
          stores.first(new Path(segment, Content.DIR_NAME), Content.class, url),
          data,
          text == null ? 0 : text.getText().length(),
          rendering(stores, segment, url, data));
    }

    /** From the record of all outcomes, or, after a merge, from the version that was kept. */
    private static RenderOutcome rendering(Stores stores, Path segment, String url, ParseData data)
        throws IOException {
      Path outcomes = new Path(segment, RenderOutcome.FOLDER);
      CrawlDatum record = stores.first(outcomes, CrawlDatum.class, url);
      if (record != null) {
        return RenderOutcome.of(record).orElse(null);
      }
      String kept = data == null ? null : data.getContentMeta().get(MetadataKeys.RENDERED);
      return kept == null ? null : RenderOutcome.decode(kept).orElse(null);
    }

    private static List<RequestLine> requests(Stores stores, Path segment, String url)
        throws IOException {
      return UrlRound.requests(stores, segment, Hosts.host(url)).stream()
          .filter(request -> request.url().equals(url))
          .toList();
    }

    /** A value of the parse metadata, or an empty string. */
    String meta(String name) {
      return Objects.requireNonNullElse(data.getParseMeta().get(name), "");
    }
  }

  /** The requests to a host, from the fetch log of a segment. */
  static List<RequestLine> requests(Stores stores, Path segment, String host) throws IOException {
    List<RequestLine> lines = new ArrayList<>();
    for (String group : new LinkedHashSet<>(List.of(host, Hosts.domain(host)))) {
      for (Text line : stores.get(new Path(segment, FetchJob.LOG_DIR), Text.class, group)) {
        RequestLine request = RequestLine.decode(group, line.toString());
        if (Hosts.host(request.url()).equals(host)) {
          lines.add(request);
        }
      }
    }
    return lines;
  }

  /** Reads a segment; null if it has no record of the URL. */
  static UrlRound of(Stores stores, Path segment, String url) throws IOException {
    List<RoundHop> hops = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    String next = url;
    while (next != null && seen.add(next) && hops.size() < MOST_HOPS) {
      RoundHop hop = RoundHop.of(stores, segment, next);
      if (hop.listed() == null && hop.fetch() == null) {
        break;
      }
      hops.add(hop);
      next = hop.fetch() == null ? null : Sources.redirectTarget(hop.fetch());
    }
    return hops.isEmpty()
        ? null
        : new UrlRound(
            segment.getName(),
            stores.exists(new Path(segment, CrawlDatum.FETCH_DIR_NAME)),
            stores.exists(new Path(segment, ParseData.DIR_NAME)),
            stores.exists(new Path(segment, FetchJob.LOG_DIR)),
            hops);
  }

  /** The URL's own records. */
  RoundHop own() {
    return hops.get(0);
  }
}
