package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.recrawl.DueRule;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.url.UrlFilters;

/** Distinguishes a crawl whose URLs are all refused by settings from one with no URL due. */
public final class RefusedCrawl {
  private RefusedCrawl() {}

  private record Reason(String cause, String url, String why, String remedy) {
    String words(long urls) {
      String example = ", for example " + url + " (" + why + "): " + remedy;
      return "; " + Count.of(urls, "URL") + " because " + cause + example;
    }
  }

  /**
   * The reasons why no URL of the crawldb can be fetched, with an example and the setting for each
   * cause. It reads the crawldb up to the first entry that no setting refuses.
   *
   * @return empty if the crawldb has such an entry, or no entry at all
   */
  public static Optional<String> why(Configuration conf, CrawlDir dir, long now)
      throws IOException {
    DueRule rule = DueRule.of(conf);
    UrlFilters filters = UrlRules.filters(conf);
    Map<String, Reason> examples = new LinkedHashMap<>();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Path part : Parts.of(dir.fs(), dir.crawlDb())) {
      try (PartReader<CrawlDatum> in = new PartReader<>(conf, part, CrawlDatum.class)) {
        while (in.next()) {
          String url = in.key().toString();
          CrawlDatum entry = in.value();
          DueRule.Verdict verdict = rule.at(url).judge(entry, now);
          Refusal refusal = Refusal.of(entry).orElse(null);
          String filter =
              SitemapMark.isOn(entry) ? filters.sitemapRefusal(url) : filters.refusal(url);
          Reason reason;
          if (verdict == DueRule.Verdict.REFUSED && refusal != null) {
            Refusal.Cause cause = refusal.cause();
            reason = new Reason(cause.description(), url, refusal.detail(), cause.remedy());
          } else if (verdict == DueRule.Verdict.DUE && filter != null) {
            String remedy = "change that rule";
            reason = new Reason("the URL filters refuse it", url, filter, remedy);
          } else {
            return Optional.empty();
          }
          examples.putIfAbsent(reason.cause, reason);
          counts.merge(reason.cause, 1L, Long::sum);
        }
      }
    }
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "nothing fetched: settings refuse every URL"
            + examples.values().stream()
                .map(example -> example.words(counts.get(example.cause)))
                .collect(Collectors.joining()));
  }
}
