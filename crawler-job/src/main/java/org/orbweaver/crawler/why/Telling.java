package org.orbweaver.crawler.why;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.RequestLine;
import org.orbweaver.crawler.generate.RoundNumbers;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.url.NormalizationSteps;

/** Puts the {@link Facts} into the timeline. */
final class Telling {
  private static final int MOST_SOURCES = 5;

  private final UrlHistory history;
  private final Facts facts;

  Telling(UrlHistory history, Facts facts) {
    this.history = history;
    this.facts = facts;
  }

  void tell() throws IOException {
    rules();
    sources();
    rounds();
    if (facts.entry() != null) {
      entry(facts.entry());
    }
  }

  private void rules() {
    if (facts.refusal() != null) {
      history.add("URL", "it " + facts.refusal().sentence(), Map.of());
    } else {
      List<String> steps = NormalizationSteps.between(history.asked(), facts.url());
      history.add(
          "URL",
          steps.isEmpty()
              ? "already in normal form"
              : "normalized from " + history.asked() + ": " + String.join(", ", steps),
          Map.of("normalization", steps));
    }
    if (facts.filter() != null) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("accepted", facts.filter().accepted());
      details.put("file", facts.filter().file());
      details.put("line", facts.filter().line());
      history.add(
          "URL",
          (facts.filter().accepted() ? "accepted by " : "refused by ") + facts.filter(),
          details);
    }
    if (facts.contactRefusal() != null) {
      history.add("URL", "not contacted: " + facts.contactRefusal(), Map.of());
    }
    if (facts.stay() != null) {
      history.add("URL", facts.stay(), Map.of());
    }
    if (facts.robots() != null) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("file", facts.robots().file());
      details.put("allowed", !facts.robots().forbids());
      if (facts.robots().decision() != null && facts.robots().decision().line() > 0) {
        details.put("line", facts.robots().decision().line());
      }
      history.add("robots.txt", facts.robots().words(), details);
    }
    if (facts.outage() != null) {
      history.add(
          "host",
          Verdict.time(facts.outage().last()),
          Verdict.words(facts.outage()) + ": " + facts.outage().why(),
          Map.of(
              "failedRounds",
              facts.outage().failures(),
              "since",
              Verdict.time(facts.outage().since())));
    }
    for (String near : facts.near()) {
      history.add("near", "in the crawl: " + near, Map.of("url", near));
    }
  }

  private void sources() {
    List<Sources.Source> shown = facts.sources().shown();
    if (shown.isEmpty()) {
      history.add(
          "found",
          facts.entry() == null
              ? "no page, redirect or sitemap in the segments leads to it"
              : "no link, redirect or sitemap leads to it: it is a seed, or its source is gone",
          Map.of("sources", 0));
      return;
    }
    for (Sources.Source source : shown.subList(0, Math.min(MOST_SOURCES, shown.size()))) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("kind", source.kind().name().toLowerCase(Locale.ROOT));
      details.put("from", source.from());
      String how =
          switch (source.kind()) {
            case LINK -> "link on ";
            case REDIRECT -> "redirect from ";
            case SITEMAP -> "listed in a sitemap: ";
            case NOFOLLOW -> "nofollow link on ";
          };
      if (!source.anchor().isEmpty()) {
        details.put("anchor", source.anchor());
      }
      history.add(
          "found",
          how + source.from() + (source.anchor().isEmpty() ? "" : " '" + source.anchor() + "'"),
          details);
    }
    if (shown.size() > MOST_SOURCES) {
      history.add(
          "found",
          "and " + (facts.sources().total() - MOST_SOURCES) + " more",
          Map.of("sources", facts.sources().total()));
    }
  }

  private void rounds() throws IOException {
    RoundNumbers rounds = RoundNumbers.of(Steps.readHistory(history.crawl()));
    for (Round round : facts.rounds()) {
      Integer number = rounds.bySegment().get(round.segment());
      String topic = number != null ? "round " + number : round.segment();
      for (Round.Hop hop : round.hops()) {
        hop(topic, round, hop);
      }
      if (facts.waiting().contains(round.segment())) {
        history.add(
            topic,
            "segment " + round.segment() + " is not in the crawldb yet",
            Map.of("segment", round.segment()));
      }
    }
  }

  private void hop(String topic, Round round, Round.Hop hop) {
    boolean own = hop.url().equals(round.own().url());
    String name = own ? "" : hop.url() + ": ";
    if (own) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("segment", round.segment());
      if (hop.listed() != null) {
        details.put("score", hop.listed().getScore());
      }
      history.add(
          topic,
          hop.listed() != null
              ? "segment "
                  + round.segment()
                  + ": on the fetch list, score "
                  + hop.listed().getScore()
              : "segment " + round.segment() + ": reached by a redirect",
          details);
    }
    for (RequestLine request : hop.requests()) {
      request(topic, name, request);
    }
    if (hop.fetch() == null) {
      history.add(
          topic,
          round.fetched() ? "no record: removed from the list before the fetch" : "not fetched yet",
          Map.of());
      return;
    }
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", CrawlDatum.getStatusName(hop.fetch().getStatus()));
    if (!own) {
      details.put("url", hop.url());
    }
    history.add(
        topic,
        Instant.ofEpochMilli(hop.fetch().getFetchTime()).toString(),
        name + Outcomes.words(hop.fetch()),
        details);
    content(topic, name, hop);
    if (hop.data() != null) {
      parse(topic, name, hop);
    } else if (hop.content() != null && !round.parsed()) {
      history.add(topic, name + "not parsed yet", Map.of());
    }
  }

  private void request(String topic, String name, RequestLine request) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("url", request.url());
    details.put("answer", request.answer());
    details.put("millis", request.endMs() - request.startMs());
    details.put("bytes", request.bytes());
    details.put("address", request.address());
    details.put("group", request.group());
    history.add(
        topic,
        Instant.ofEpochMilli(request.startMs()).toString(),
        String.format(
            Locale.ROOT,
            "%srequested: %s in %d ms, %,d bytes from %s",
            name,
            request.answer(),
            request.endMs() - request.startMs(),
            request.bytes(),
            request.address()),
        details);
  }

  private void content(String topic, String name, Round.Hop hop) {
    if (hop.content() == null) {
      return;
    }
    Metadata metadata = hop.content().getMetadata();
    String cut = metadata.get(Response.TRUNCATED_CONTENT_REASON);
    int bytes = hop.content().getContent().length;
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("storedBytes", bytes);
    if (cut != null) {
      details.put("truncated", cut);
    }
    history.add(
        topic,
        String.format(
            Locale.ROOT,
            "%sstored: %,d bytes%s",
            name,
            bytes,
            cut == null
                ? ""
                : ", truncated: " + cut + (cut.equals("length") ? " (http.content.limit)" : "")),
        details);
  }

  private void parse(String topic, String name, Round.Hop hop) {
    ParseData data = hop.data();
    String failure = Outcomes.parseFailure(data);
    if (failure != null) {
      history.add(topic, name + "not parsed: " + failure, Map.of("parsed", false));
      return;
    }
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("parsed", true);
    details.put("title", data.getTitle());
    details.put("type", data.getParseMeta().get(MetaNames.TYPE));
    details.put("language", data.getParseMeta().get(MetaNames.LANGUAGE));
    details.put("textChars", hop.textChars());
    details.put("links", data.getOutlinks().length);
    history.add(
        topic,
        String.format(
            Locale.ROOT,
            "%sparsed: %s, '%s', %,d characters of text, %s",
            name,
            data.getParseMeta().get(MetaNames.TYPE),
            data.getTitle(),
            hop.textChars(),
            Count.of(data.getOutlinks().length, "link")),
        details);
    String robots = data.getParseMeta().get(MetaNames.ROBOTS);
    if (robots != null) {
      history.add(topic, name + "robots directives: " + robots, Map.of("robots", robots));
    }
    String canonical = data.getParseMeta().get(MetaNames.CANONICAL);
    if (canonical != null && !canonical.equals(hop.url())) {
      history.add(topic, name + "canonical: " + canonical, Map.of("canonical", canonical));
    }
  }

  private void entry(CrawlDatum entry) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", CrawlDatum.getStatusName(entry.getStatus()));
    details.put("score", entry.getScore());
    details.put("failures", (int) entry.getRetriesSinceFetch());
    details.put("intervalSeconds", entry.getFetchInterval());
    details.put("due", Instant.ofEpochMilli(facts.dueMs()).toString());
    history.add(
        "crawldb",
        String.format(
            Locale.ROOT,
            "%s, score %s%s",
            CrawlDatum.getStatusName(entry.getStatus()),
            entry.getScore(),
            entry.getRetriesSinceFetch() == 0
                ? ""
                : ", " + Count.of(entry.getRetriesSinceFetch(), "consecutive failure")),
        details);
    if (SitemapMark.isOn(entry)) {
      history.add("crawldb", SitemapMark.of(entry).words(), Map.of("sitemap", true));
    }
    Refusal.of(entry)
        .ifPresent(
            refusal ->
                history.add(
                    "crawldb",
                    Verdict.time(refusal.time()),
                    "refused by a setting: " + refusal.detail(),
                    Map.of("refusedBy", Outcomes.cause(refusal))));
    if (facts.original() != null) {
      history.add(
          "crawldb",
          "duplicate: same content as " + facts.original(),
          Map.of("original", facts.original()));
    }
    history.add("due", due(), Map.of());
  }

  private String due() {
    long millis = facts.dueMs() - history.now();
    String time = Verdict.time(facts.dueMs());
    if (millis <= 0) {
      return time + ", now";
    }
    long hours = millis / 3_600_000;
    return time
        + (hours < 48
            ? String.format(Locale.ROOT, ", in %.1f hours", millis / 3_600_000.0)
            : ", in " + hours / 24 + " days");
  }
}
