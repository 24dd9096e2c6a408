package org.orbweaver.common.store;

import java.util.List;
import java.util.Map;

/** Orbweaver's own names in the metadata of a crawl's records, for all jobs that read them. */
public final class MetadataKeys {
  /**
   * A sitemap. In the metadata of a CrawlDatum or Content: the file is to be read as a sitemap; in
   * the parse metadata of parse_data: it was, and a summary of its entries. A sitemap is no page:
   * it is not indexed, has no links and is no duplicate.
   */
  public static final String SITEMAP = "_orb_sitemap_";

  /**
   * In the metadata of a Content: the statements of its host's files on its use at the time of the
   * fetch, one statement a value; the parse moves them to the parse metadata.
   */
  public static final String USAGE = "_orb_usage_";

  /** In the parse metadata of parse_data: uses allowed and not, as "search:n ai-train:y". */
  public static final String PAGE_USAGE = "usage";

  /** The uses that {@link #PAGE_USAGE} may name. */
  public static final List<String> USES =
      List.of("search", "ai-train", "ai-input", "ai-image", "tdm");

  private static final Map<String, String> LABELS =
      Map.of("train-ai", "ai-train", "ai-use", "ai-input");

  /** The use with a name, which may be Content-Usage's label of it; other names stay. */
  public static String use(String name) {
    return LABELS.getOrDefault(name, name);
  }

  /** In {@link #PAGE_USAGE}: the owner does not want the page in a search index. */
  public static final String NO_SEARCH = "search:n";

  /**
   * In the metadata of a CrawlDatum: the kind of answer received instead of a page ("soft-404"). It
   * is not indexed, and never a duplicate.
   */
  public static final String NON_CONTENT = "_orb_non_content_";

  /**
   * In the metadata of a Content: fingerprint of its host's answer to unknown paths; the parse
   * removes it.
   */
  public static final String UNKNOWN_PAGE = "_orb_unknown_page_";

  /**
   * In the metadata of a Content: the page had been fetched before, so that its links were counted;
   * in that of a STATUS_LINKED record: only such pages link to the URL. Neither the parse data nor
   * the crawldb has it.
   */
  public static final String AGAIN = "_orb_again_";

  /**
   * Links on the shortest known way from a seed: in the metadata of a CrawlDatum, an IntWritable,
   * and of a Content. Only while {@code orbweaver.crawl.depth.max} is set; absent from seeds.
   */
  public static final String DEPTH = "_orb_depth_";

  /**
   * The site block by whose login a page was fetched, as in {@code host intranet.example.org}; of a
   * page that anybody can see, there is none.
   */
  public static final String SITE = "_orb_site_";

  /** In the metadata of a CrawlDatum: the entity tag (ETag) that came with the page. */
  public static final String ETAG = "_orb_etag_";

  /** In the metadata of a CrawlDatum: the reason why the last fetch got only a part of the page. */
  public static final String CUT = "_orb_cut_";

  /**
   * In the metadata of a CrawlDatum: a setting refused to fetch the URL; which one, and a
   * fingerprint of its value.
   */
  public static final String REFUSED = "_orb_refused_";

  /**
   * In the metadata of a CrawlDatum of crawl_fetch: robots.txt forbids the URL, and it is the first
   * of its origin in this fetch; the file is requested again by way of it.
   */
  public static final String ROBOTS_PROBE = "_orb_robots_probe_";

  /**
   * In the metadata of a CrawlDatum of the crawldb: the time of the URL's last request, a
   * LongWritable of milliseconds since 1970.
   */
  public static final String LAST_FETCH = "_orb_fetched_";

  /**
   * In the parse metadata of parse_data: the sketch of the page's main content, by which
   * near-duplicates are found, in Base64.
   */
  public static final String SKETCH = "_orb_sketch_";

  /** In the parse metadata of parse_data: the MD5 of the page's text, in hexadecimal. */
  public static final String TEXT_DIGEST = "_orb_text_";

  /** In the metadata of a CrawlDatum of the crawldb: the signals of a page that counts as spam. */
  public static final String SPAM = "_orb_spam_";

  /** In the metadata of a CrawlDatum of the crawldb: the page's group of near-duplicates. */
  public static final String GROUP = "_orb_group_";

  /**
   * In the metadata of a CrawlDatum of the crawldb: true for the page to keep of its group of
   * near-duplicates, a BooleanWritable; absent from the others.
   */
  public static final String REPRESENTATIVE = "_orb_representative_";

  /**
   * In the metadata of an Outlink: the number of characters of the page's text (parse_text) before
   * the link.
   */
  public static final String LINK_AT = "at";

  /**
   * In the metadata of an Outlink: the part of the page that contains it, {@code nav}, {@code
   * header}, {@code footer}, {@code aside} or {@code main}; absent if the page does not mark it.
   */
  public static final String LINK_REGION = "region";

  /** In the metadata of a CrawlDatum of the crawldb: a user injected the URL. */
  public static final String SEED = "_orb_seed_";

  /**
   * In the metadata of a signature in crawl_parse: a hash of the page's words without those filled
   * in from its URL template, an IntWritable.
   */
  public static final String SKELETON = "_orb_skeleton_";

  /**
   * In the metadata of a signature in crawl_parse: the value that decides whether the page has
   * changed, by {@code orbweaver.recrawl.change}, a LongWritable.
   */
  public static final String CONTENT = "_orb_content_";

  /** In the metadata of a CrawlDatum of the crawldb: the page's changes as observed by visits. */
  public static final String HISTORY = "_orb_history_";

  /**
   * In the metadata of a CrawlDatum of the crawldb: a sitemap or feed announced a change since the
   * page's last fetch; a LongWritable with its time in milliseconds since 1970.
   */
  public static final String ANNOUNCED = "_orb_announced_";

  /**
   * In the metadata of a Content that is the rendered version of a page, and so in the content
   * metadata of its parse_data; in that of a record of the segment's {@code render_fetch}: how
   * rendering ended, one line.
   */
  public static final String RENDERED = "_orb_rendered_";

  private MetadataKeys() {}
}
