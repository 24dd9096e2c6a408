package org.orbweaver.webgraph.build.links;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.ReversedUrl;

/**
 * Extracts links and aliases from a page's records, under a policy.
 *
 * @param mazes links into them do not count
 * @param maxFailures consecutive failures after which a page is gone
 */
record LinkExtractor(LinkPolicy policy, Mazes mazes, int maxFailures) {
  private static final Text REL = new Text("rel");
  private static final Text REGION = new Text(MetadataKeys.LINK_REGION);

  /**
   * The links of a successful parse, distinct and sorted.
   *
   * @param version of the segment
   */
  PageLinks parsed(long version, String url, ParseData parse) {
    PageLinks.Alias alias = alias(url, parse);
    if (!policy.nofollow() && disowns(parse.getMeta("robots"))) {
      return PageLinks.of(version, List.of(), new int[0], alias);
    }
    Outlink[] outlinks = parse.getOutlinks();
    SortedMap<byte[], Integer> links = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < outlinks.length; i++) {
      String target = outlinks[i].getToUrl();
      boolean counts = (policy.nofollow() || !isNofollow(outlinks[i])) && !mazes.contains(target);
      // Links of a page to itself that are to be dropped are not even emitted.
      if (counts && !target.isEmpty() && (policy.self() || !target.equals(url))) {
        links.merge(
            ReversedUrl.keyBytes(target),
            units(i, outlinks.length, outlinks[i]),
            (a, b) -> (int) Math.min(Integer.MAX_VALUE, policy.merge(a, b)));
      }
    }
    int[] units = links.values().stream().mapToInt(Integer::intValue).toArray();
    return PageLinks.of(version, List.copyOf(links.keySet()), units, alias);
  }

  /** The weight of link {@code i} of {@code n}. */
  private int units(int i, int n, Outlink outlink) {
    double place = n < 2 ? 0 : (double) i / (n - 1);
    double weight = 1 - (1 - policy.lastLink()) * place;
    if (outlink.getAnchor() == null || outlink.getAnchor().isBlank()) {
      weight *= policy.noAnchor();
    }
    Writable region = outlink.getMetadata() == null ? null : outlink.getMetadata().get(REGION);
    if (region != null && !region.toString().equals("main")) {
      weight *= policy.beside();
    }
    return (int) Math.max(1, Math.rint(weight * LinkPolicy.UNIT));
  }

  /**
   * The content of a fetch's record. A redirect: its target. A new version or a page that is gone:
   * the links of earlier parses no longer count. Otherwise: only the page's existence.
   */
  PageLinks fetched(long version, String url, CrawlDatum datum) {
    return switch (datum.getStatus()) {
      case CrawlDatum.STATUS_FETCH_REDIR_PERM, CrawlDatum.STATUS_FETCH_REDIR_TEMP ->
          redirected(version, url, datum);
      // The parse of the same segment, if there is one, has the links.
      case CrawlDatum.STATUS_FETCH_SUCCESS, CrawlDatum.STATUS_FETCH_GONE ->
          PageLinks.of(version, List.of(), new int[0], null);
      case CrawlDatum.STATUS_FETCH_RETRY ->
          isLastFailure(datum)
              ? PageLinks.of(version, List.of(), new int[0], null)
              : PageLinks.none();
      default -> PageLinks.none();
    };
  }

  /** True if the page counts as gone from now on; a page that was not requested did not fail. */
  private boolean isLastFailure(CrawlDatum datum) {
    Writable status = datum.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY);
    boolean requested =
        !(status instanceof ProtocolStatus protocol)
            || protocol.getCode() != ProtocolStatus.NOTFETCHING;
    return requested && datum.getRetriesSinceFetch() + 1 >= maxFailures;
  }

  private PageLinks redirected(long version, String url, CrawlDatum datum) {
    if (!policy.redirects()) {
      return PageLinks.of(version, List.of(), new int[0], null);
    }
    Writable status = datum.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY);
    String target = status instanceof ProtocolStatus protocol ? protocol.getMessage() : null;
    PageLinks.Alias alias = alias(url, target, false);
    return PageLinks.of(version, List.of(), new int[0], alias);
  }

  private PageLinks.Alias alias(String url, ParseData parse) {
    PageLinks.Alias alias = null;
    ParseStatus status = parse.getStatus();
    String[] arguments = status.getArgs();
    // A refresh that lets its page be read first is a link, not a redirect.
    if (policy.redirects()
        && status.getMinorCode() == ParseStatus.SUCCESS_REDIRECT
        && arguments != null
        && arguments.length > 1
        && arguments[1].equals("0")) {
      alias = alias(url, arguments[0], false);
    }
    return alias == null && policy.canonicals()
        ? alias(url, parse.getMeta("canonical"), true)
        : alias;
  }

  private PageLinks.Alias alias(String url, String target, boolean canonical) {
    if (target == null || target.isBlank() || target.equals(url) || mazes.contains(target)) {
      return null;
    }
    return new PageLinks.Alias(ReversedUrl.keyBytes(target), canonical);
  }

  private static boolean isNofollow(Outlink outlink) {
    MapWritable metadata = outlink.getMetadata();
    Writable rel = metadata == null ? null : metadata.get(REL);
    return rel != null && hasWord(rel.toString(), "nofollow");
  }

  /** True if a robots meta tag forbids following any of the page's links. */
  private static boolean disowns(String robots) {
    return robots != null && (hasWord(robots, "nofollow") || hasWord(robots, "none"));
  }

  private static boolean hasWord(String text, String word) {
    return Arrays.asList(text.toLowerCase(Locale.ROOT).split("[\\s,;|]+", -1)).contains(word);
  }
}
