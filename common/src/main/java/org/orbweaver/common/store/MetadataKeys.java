package org.orbweaver.common.store;

import java.util.List;

/** Names of what is ours in the metadata of a crawl's records, for all jobs that look at them. */
public final class MetadataKeys {
  /**
   * A sitemap: in the metadata of a CrawlDatum or Content, that it is to be read as one; in the
   * parse metadata of parse_data, that it was, and what it listed. A sitemap is no page: it is not
   * indexed, links to nothing and is nobody's duplicate.
   */
  public static final String SITEMAP = "_orb_sitemap_";

  /**
   * In the metadata of a Content: what the files of its host said of its use at the fetch, one
   * statement a value; moved to the parse metadata by the parse.
   */
  public static final String USAGE = "_orb_usage_";

  /** In the parse metadata of parse_data: uses allowed and not, as "search:n ai-train:y". */
  public static final String PAGE_USAGE = "usage";

  /** What {@link #PAGE_USAGE} speaks of. */
  public static final List<String> USES =
      List.of("search", "ai-train", "ai-input", "ai-image", "tdm");

  /** In {@link #PAGE_USAGE}: the owner wants the page not to be in a search index. */
  public static final String NO_SEARCH = "search:n";

  /**
   * In the metadata of a CrawlDatum: what the answer was instead of a page ("soft-404"). It is not
   * indexed, and never a duplicate.
   */
  public static final String NON_CONTENT = "_orb_non_content_";

  /**
   * In the metadata of a Content: fingerprint of what its host shows for unknown paths; the parse
   * takes it off.
   */
  public static final String UNKNOWN_PAGE = "_orb_unknown_page_";

  /**
   * In the metadata of a Content: that the page had been fetched before, so that its links were
   * counted; in that of a STATUS_LINKED record: that only such pages link. Neither the parse data
   * nor the crawldb has it.
   */
  public static final String AGAIN = "_orb_again_";

  /** In the metadata of a CrawlDatum: the entity tag (ETag) that came with the page. */
  public static final String ETAG = "_orb_etag_";

  /** In the metadata of a CrawlDatum: why the last fetch brought only a part of the page. */
  public static final String CUT = "_orb_cut_";

  /**
   * In the metadata of a CrawlDatum: that a setting refused to fetch the URL, which setting, and a
   * fingerprint of its value.
   */
  public static final String REFUSED = "_orb_refused_";

  /**
   * In the metadata of a CrawlDatum of crawl_fetch: that robots.txt forbids the URL, and that it is
   * the first of its origin that the fetch came to, by which the file is requested again.
   */
  public static final String ROBOTS_PROBE = "_orb_robots_probe_";

  /**
   * In the metadata of a CrawlDatum of the crawldb: when the URL was requested last, a LongWritable
   * of milliseconds since 1970.
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
   * In the metadata of a CrawlDatum of the crawldb: that the page is the one to keep of its group
   * of near-duplicates, a BooleanWritable; absent from the others.
   */
  public static final String REPRESENTATIVE = "_orb_representative_";

  /**
   * In the metadata of an Outlink: how many characters of the page's text (parse_text) stand before
   * the link.
   */
  public static final String LINK_AT = "at";

  /**
   * In the metadata of an Outlink: the part of the page it is in, {@code nav}, {@code header},
   * {@code footer}, {@code aside} or {@code main}; absent where the page does not say.
   */
  public static final String LINK_REGION = "region";

  /** In the metadata of a CrawlDatum of the crawldb: that a user injected the URL. */
  public static final String SEED = "_orb_seed_";

  /**
   * In the metadata of a signature in crawl_parse: a hash of the page's words without what its URL
   * template fills in, an IntWritable.
   */
  public static final String SKELETON = "_orb_skeleton_";

  /**
   * In the metadata of a signature in crawl_parse: what tells whether the page has changed, by
   * {@code orbweaver.recrawl.change}, a LongWritable.
   */
  public static final String CONTENT = "_orb_content_";

  /** In the metadata of a CrawlDatum of the crawldb: what visits told of the page's changes. */
  public static final String HISTORY = "_orb_history_";

  /**
   * In the metadata of a CrawlDatum of the crawldb: that a sitemap or feed announced a change since
   * the page's last fetch, a LongWritable with its time in milliseconds since 1970.
   */
  public static final String ANNOUNCED = "_orb_announced_";

  private MetadataKeys() {}
}
