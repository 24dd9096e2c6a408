package org.orbweaver.crawler.recrawl;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * Records that a URL was not fetched because a setting forbids it. The page is not gone, so the
 * crawldb keeps its state and its time, with this record beside them. As long as the setting is the
 * same, the URL is in no fetch list ({@link DueRule}); once the setting differs, it is due at once.
 *
 * <p>Form: a Text under {@link MetadataKeys#REFUSED} in the metadata of a CrawlDatum, in
 * crawl_fetch and in the crawldb: cause, fingerprint and time, separated by spaces, then the
 * detail, as in {@code address 5c0fa1b2 1795320000000 127.0.0.1 is loopback (127.0.0.0/8), …}.
 * Nutch's readers show it like any other metadata. A value that cannot be read refuses nothing.
 *
 * @param cause which setting refused it
 * @param fingerprint of the values that the deciding settings had
 * @param time of the refusal, milliseconds since 1970
 * @param detail one line for people
 */
public record Refusal(Cause cause, String fingerprint, long time, String detail) {
  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.REFUSED);

  private static final int MAX_DETAIL = 250;

  /** The cause of a refusal, with the settings that decide. */
  public enum Cause {
    ADDRESS(
        "the host's address is not allowed",
        "add its block to orbweaver.fetch.private.addresses",
        // If the crawler has no name, public addresses are refused.
        conf ->
            CrawlerKeys.AGENT_NAME.get(conf).isBlank()
                + sorted(conf, FetchKeys.PRIVATE_ADDRESSES)
                + UrlKeys.sites(conf).privateAddresses()),
    PORT(
        "the port is not allowed",
        "add it to orbweaver.fetch.ports",
        conf -> sorted(conf, FetchKeys.FETCH_PORTS)),
    CRAWL_DELAY(
        "the host's Crawl-delay exceeds the maximum",
        "raise fetcher.max.crawl.delay, or set orbweaver.fetch.crawl.delay.cap=true to use the"
            + " maximum instead",
        conf -> FetchKeys.MAX_CRAWL_DELAY.get(conf) + " " + FetchKeys.CAP_CRAWL_DELAY.get(conf)),
    HEAD(
        "the HEAD response shows an unwanted type or a body that is too long",
        "change orbweaver.fetch.head.types or http.content.limit",
        conf ->
            sorted(conf, FetchKeys.HEAD_SUFFIXES)
                + sorted(conf, FetchKeys.HEAD_TYPES)
                + FetchKeys.CONTENT_LIMIT.get(conf));

    private final String description;
    private final String remedy;

    @SuppressWarnings("ImmutableEnumChecker") // the functions hold no state
    private final Function<Configuration, String> decidedBy;

    Cause(String description, String remedy, Function<Configuration, String> decidedBy) {
      this.description = description;
      this.remedy = remedy;
      this.decidedBy = decidedBy;
    }

    /** The refusal in words, without the URL: half a sentence. */
    public String description() {
      return description;
    }

    /** The remedy: half a sentence that names the setting. */
    public String remedy() {
      return remedy;
    }

    /** The name in the record, such as "crawl_delay". */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** For each cause eight hexadecimal digits, a fingerprint of the settings that decide. */
    public static Map<Cause, String> fingerprints(Configuration conf) {
      Map<Cause, String> fingerprints = new EnumMap<>(Cause.class);
      for (Cause cause : values()) {
        int hash = (int) Fingerprint.of(cause.decidedBy.apply(conf));
        fingerprints.put(cause, String.format(Locale.ROOT, "%08x", hash));
      }
      return fingerprints;
    }

    /** The items sorted, since their order decides nothing. */
    private static String sorted(Configuration conf, Key<List<String>> list) {
      return list.get(conf).stream().sorted().toList().toString();
    }

    private static Optional<Cause> of(String word) {
      for (Cause cause : values()) {
        if (cause.word().equals(word)) {
          return Optional.of(cause);
        }
      }
      return Optional.empty();
    }
  }

  public Refusal {
    String line = detail.replaceAll("\\s+", " ").strip();
    detail = line.length() > MAX_DETAIL ? line.substring(0, MAX_DETAIL) : line;
  }

  /** The refusal in a datum, if any. */
  public static Optional<Refusal> of(CrawlDatum datum) {
    Writable value = datum.getMetaData().get(KEY);
    return value == null ? Optional.empty() : parse(value.toString());
  }

  private static Optional<Refusal> parse(String text) {
    String[] words = text.split(" ", 4);
    Optional<Cause> cause = Cause.of(words[0]);
    if (cause.isEmpty() || words.length < 4 || !words[2].matches("[0-9]{1,18}")) {
      return Optional.empty();
    }
    return Optional.of(new Refusal(cause.get(), words[1], Long.parseLong(words[2]), words[3]));
  }

  /** Puts the refusal on a datum. */
  public void putOn(CrawlDatum datum) {
    String text = cause.word() + ' ' + fingerprint + ' ' + time + ' ' + detail;
    datum.getMetaData().put(new Text(KEY), new Text(text));
  }

  /** Removes the refusal from a datum. */
  public static void removeFrom(CrawlDatum datum) {
    datum.getMetaData().remove(KEY);
  }
}
