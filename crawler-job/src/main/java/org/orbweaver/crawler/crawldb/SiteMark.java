package org.orbweaver.crawler.crawldb;

import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Count;

/**
 * Marks the records of pages that were fetched with a login: not everybody can see them. The mark
 * names the site block that has the login, as in {@code host intranet.example.org}.
 */
public final class SiteMark {
  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.SITE);

  private SiteMark() {}

  /** The site block that a record is marked with; empty if it is not marked. */
  public static Optional<String> of(CrawlDatum datum) {
    Writable site = datum.getMetaData().get(KEY);
    return site == null ? Optional.empty() : Optional.of(site.toString());
  }

  /** The site block that a content's metadata is marked with; empty if it is not marked. */
  public static Optional<String> of(Metadata content) {
    return Optional.ofNullable(content.get(MetadataKeys.SITE));
  }

  /** Marks a record. */
  public static void putOn(CrawlDatum datum, String site) {
    datum.getMetaData().put(new Text(KEY), new Text(site));
  }

  /** Marks a content. */
  public static void putOn(Metadata content, String site) {
    content.set(MetadataKeys.SITE, site);
  }

  /** Takes the mark off. */
  public static void removeFrom(CrawlDatum datum) {
    datum.getMetaData().remove(KEY);
  }

  /**
   * Whether a fetch was made with a login.
   *
   * @param content null if none is stored
   */
  public static boolean isOn(CrawlDatum fetch, Content content) {
    return of(fetch).isPresent() || (content != null && of(content.getMetadata()).isPresent());
  }

  /** The end of an export's summary that leaves out pages with a login. */
  public static String omitted(long fetches) {
    return "; " + Count.of(fetches, "fetch", "fetches") + " with a login omitted";
  }

  /** For people: by which login a page was fetched. */
  public static String words(String site) {
    return "fetched with the login of site " + site;
  }
}
