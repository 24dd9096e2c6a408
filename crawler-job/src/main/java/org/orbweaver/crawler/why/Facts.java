package org.orbweaver.crawler.why;

import java.util.List;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.schedule.DueRule;
import org.orbweaver.crawler.url.FilterDecision;
import org.orbweaver.crawler.url.NormalizationSteps;

/**
 * What is known of a URL, for {@link Verdict} to judge.
 *
 * @param refusal why the text is no URL, or null
 * @param filter what the URL filters say now, or null where the text is no URL
 * @param contactRefusal why its port or literal address may not be contacted, or null
 * @param robots what the held robots.txt says, or null
 * @param outage of its host, or null where it serves
 * @param entry of the crawldb, or null
 * @param due whether the entry may be in the next fetch list; null without one
 * @param dueMs when the entry is due and its host may be tried, milliseconds since 1970; 0 without
 *     an entry
 * @param near other spellings that the crawldb has
 * @param rounds that knew it, oldest first
 * @param waiting segments that are not in the crawldb yet
 * @param sources where it was found
 * @param stay why the links that lead to it are not followed, or null
 * @param chain where it redirects to, hop by hop, the URL itself first
 * @param original the page that it is a duplicate of, or null
 * @param passedOver why the last fetch list does not have it, or null
 * @param now milliseconds since 1970
 */
record Facts(
    String url,
    NormalizationSteps.Refusal refusal,
    FilterDecision filter,
    String contactRefusal,
    KnownRobots robots,
    HostOutage outage,
    CrawlDatum entry,
    DueRule.Verdict due,
    long dueMs,
    List<String> near,
    List<Round> rounds,
    List<String> waiting,
    Sources sources,
    String stay,
    List<Hop> chain,
    String original,
    String passedOver,
    long now) {

  /**
   * A URL of a chain of redirects.
   *
   * @param entry of the crawldb, or null
   */
  record Hop(String url, CrawlDatum entry) {}

  /** The newest round in which it was dealt with, or null. */
  Round lastRound() {
    for (int i = rounds.size() - 1; i >= 0; i--) {
      CrawlDatum fetch = rounds.get(i).own().fetch();
      // A redirect that led to it left it for a later round.
      if (fetch != null && fetch.getStatus() != CrawlDatum.STATUS_LINKED) {
        return rounds.get(i);
      }
    }
    return null;
  }

  /** The newest records of its content: a page that is not modified has those of an older round. */
  Round.Hop lastParsed() {
    for (int i = rounds.size() - 1; i >= 0; i--) {
      if (rounds.get(i).own().data() != null) {
        return rounds.get(i).own();
      }
    }
    return null;
  }

  /** The value of the page's own metadata, or an empty string. */
  String parseMeta(String name) {
    Round.Hop hop = lastParsed();
    ParseData data = hop == null ? null : hop.data();
    String value = data == null ? null : data.getParseMeta().get(name);
    return value == null ? "" : value;
  }
}
