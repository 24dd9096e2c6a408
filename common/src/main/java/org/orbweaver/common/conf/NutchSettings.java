package org.orbweaver.common.conf;

import static java.util.Map.entry;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;
import org.orbweaver.common.error.OrbException;

/**
 * Apache Nutch's settings that have no effect here. Their names come from the {@code
 * nutch-default.xml} in Nutch's jar, if it is on the class path.
 */
public final class NutchSettings {
  private static final String DEFAULTS = "nutch-default.xml";

  private static final String NORMAL_FORM = "URLs are always normalised";
  private static final String REGEX = "use urlfilter.regex.file";
  private static final String ONE_CONNECTION = "a host gets at most one connection at a time";
  private static final String FIXED_INTERVAL = "use db.fetch.interval.default";

  /** The equivalent here for each setting, or the reason that there is none. */
  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          entry("crawldb.url.filters", "URL filters always apply"),
          entry("crawldb.url.normalizers", NORMAL_FORM),
          entry("db.fetch.schedule.class", FIXED_INTERVAL),
          entry("db.ignore.also.redirects", "redirects follow the same rules as links"),
          entry("fetcher.bandwidth.target", "use orbweaver.fetch.bandwidth.bytes"),
          entry("fetcher.exceptions.per.queue.delay", "a host's delay doubles with each failure"),
          entry("fetcher.follow.outlinks.depth", "links wait for the next round"),
          entry("fetcher.min.crawl.delay", "use fetcher.server.delay"),
          entry("fetcher.parse", "use orb parse"),
          entry("fetcher.queue.mode", "use partition.url.mode"),
          entry("fetcher.server.min.delay", ONE_CONNECTION),
          entry("fetcher.threads.per.queue", ONE_CONNECTION),
          entry("http.filter.ipaddress.include", "use orbweaver.fetch.private.addresses"),
          entry("http.robots.403.allow", "robots.txt is read according to RFC 9309"),
          entry("http.time.limit", "use orbweaver.fetch.deadline.ms"),
          entry("indexer.indexwriters.file", "the index consists of Lucene shards"),
          entry("indexer.max.content.length", "use orbweaver.index.body.max.chars"),
          entry("link.analyze.damping.factor", "use orbweaver.pagerank.damping"),
          entry("link.analyze.num.iterations", "use orb pagerank --iterations"),
          entry("link.ignore.internal.domain", "use orbweaver.graph.within.domain"),
          entry("link.ignore.internal.host", "use orbweaver.graph.within.host"),
          entry("parse.filter.urls", "URL filters always apply"),
          entry("parse.normalize.urls", NORMAL_FORM),
          entry("scoring.depth.max", "use orbweaver.crawl.depth.max"),
          entry("sitemap.size.max", "sitemaps are read up to the protocol's 50 MiB"),
          entry("sitemap.url.default.sitemap.xml", "use orb crawl --sitemap"),
          entry("urlfilter.fast.file", REGEX),
          entry("urlfilter.order", "a URL must pass all filters whose files exist"),
          entry("urlnormalizer.loop.count", "URL rules are applied until nothing changes"),
          entry("urlnormalizer.order", "URL rules are applied until nothing changes"));

  /** Hadoop's own settings, which Nutch's file sets too. */
  private static final String HADOOP = "io.serializations|mapreduce\\..*";

  private NutchSettings() {}

  /** All settings in Nutch's defaults; empty if the file is not on the class path. */
  public static Set<String> names() {
    try (InputStream file = Settings.class.getClassLoader().getResourceAsStream(DEFAULTS)) {
      Set<String> names = new TreeSet<>();
      if (file != null) {
        names.addAll(ConfFile.names(file).keySet());
        names.removeIf(name -> name.matches(HADOOP));
      }
      return names;
    } catch (IOException | XMLStreamException e) {
      throw OrbException.failed("cannot read " + DEFAULTS + " in the program's jars", e);
    }
  }

  /** The equivalent here, or the reason that there is none, in a few words. */
  public static Optional<String> instead(String name) {
    return Optional.ofNullable(INSTEAD.get(name));
  }

  static boolean isIgnored(String name, Set<String> known) {
    return !known.contains(name) && (INSTEAD.containsKey(name) || names().contains(name));
  }

  static String warning(String name) {
    return "setting " + name + " has no effect" + instead(name).map(text -> ": " + text).orElse("");
  }
}
