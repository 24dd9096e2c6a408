package org.orbweaver.crawler.render;

import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Count;

/**
 * How rendering a page ended. As text: the fields in their order, separated by tabs.
 *
 * @param result what came of it
 * @param requests of the page
 * @param cpuMillis CPU time of the browser
 * @param why it was rendered, one line
 * @param detail what it gained, or why it failed, one line
 */
public record RenderOutcome(
    Result result, int requests, long cpuMillis, String why, String detail) {
  /** What came of rendering a page. */
  public enum Result {
    /** Its rendered version takes its place. */
    GAINED,
    /** It brought nothing, so the page stays as it was. */
    NO_GAIN,
    /** The browser crashed or did not react; the page stays as it was. */
    CRASHED,
    /** Its document became too large; the page stays as it was. */
    TOO_LARGE,
    /** It went to another page or site; it stays as it was. */
    LEFT,
    /** An error of the crawler, which its log has; the page stays as it was. */
    FAILED;

    /** The word in messages: {@code no gain}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The folder of a segment that has the outcomes by URL: MapFiles of CrawlDatum. */
  public static final String FOLDER = "render_fetch";

  private static final int FIELDS = 5;

  /** As stored. */
  public String encode() {
    return String.join(
        "\t", result.name(), "" + requests, "" + cpuMillis, oneLine(why), oneLine(detail));
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}]+", " ");
  }

  /** Reads the stored form; empty if it is of another version. */
  public static Optional<RenderOutcome> decode(String text) {
    String[] fields = text.split("\t", -1);
    try {
      return fields.length < FIELDS
          ? Optional.empty()
          : Optional.of(
              new RenderOutcome(
                  Result.valueOf(fields[0]),
                  Integer.parseInt(fields[1]),
                  Long.parseLong(fields[2]),
                  fields[3],
                  fields[4]));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The record of a page that was rendered. */
  CrawlDatum record(long time) {
    CrawlDatum record = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 0);
    record.setFetchTime(time);
    record.getMetaData().put(new Text(MetadataKeys.RENDERED), new Text(encode()));
    return record;
  }

  /** The outcome in a record of {@link #FOLDER}. */
  public static Optional<RenderOutcome> of(CrawlDatum record) {
    Writable text = record.getMetaData().get(new Text(MetadataKeys.RENDERED));
    return text == null ? Optional.empty() : decode(text.toString());
  }

  /** One line for people: {@code gained: 12 words became 340; 3 requests, 0.21 CPU s}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %s; %s, %.2f CPU s",
        result.word(),
        detail,
        Count.of(requests, "request"),
        cpuMillis / 1000.0);
  }
}
