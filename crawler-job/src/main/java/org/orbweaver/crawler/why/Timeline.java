package org.orbweaver.crawler.why;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.generate.ListQuota;
import org.orbweaver.crawler.generate.RoundNumbers;
import org.orbweaver.crawler.generate.UrlPriority;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.page.spam.SpamSignals;
import org.orbweaver.crawler.recrawl.ChangeHistory;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.render.PageRenderer;
import org.orbweaver.crawler.render.RenderKeys;
import org.orbweaver.crawler.render.RenderKeys.RenderMode;
import org.orbweaver.crawler.render.RenderLearning;
import org.orbweaver.crawler.render.RenderRecord;
import org.orbweaver.crawler.site.Site;
import org.orbweaver.crawler.site.SiteBlock;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.NormalizationSteps;
import org.orbweaver.crawler.url.RuleChange;
import org.orbweaver.crawler.url.SourceUrl;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.usage.UsagePreferences;
import org.orbweaver.crawler.why.CrawlerWhy.KnownRobots;
import org.orbweaver.plugin.UrlDecision;

/** Arranges the records of a URL into its history, in the order of a round. */
record Timeline(UrlHistory history, UrlRecords records) {
  private static final int MOST_SOURCES = 5;

  void add() throws IOException {
    rules();
    sources();
    rounds();
    if (records.entry != null) {
      entry(records.entry);
    }
  }

  /**
   * Adds the steps that bring a URL into normal form, the sites that cover the URL of the history,
   * and the decision of each filter on it.
   */
  static void spelling(
      UrlHistory history, String normalizedFrom, UrlNormalizer.Trace trace, UrlFilters filters) {
    List<String> steps = NormalizationSteps.between(history.asked(), trace.standard());
    String given = trace.changes().isEmpty() ? "already in normal form" : "as WHATWG writes it";
    history
        .add("URL", steps.isEmpty() ? given : normalizedFrom + ": " + String.join(", ", steps))
        .with("normalization", steps);
    for (RuleChange change : trace.changes()) {
      history
          .add("URL", change + ": " + Objects.requireNonNullElse(change.url(), "refused"))
          .with("rule", change.rule())
          .with("file", change.file())
          .with("line", change.line())
          .with("url", change.url());
    }
    if (trace.url() != null && !history.url().equals(trace.url())) {
      history.add("URL", "the crawl has it as " + history.url() + ", from before these rules");
    }
    Site site = UrlKeys.sites(history.conf()).of(history.url());
    if (!site.isNone()) {
      history
          .add(
              "site",
              "covered by "
                  + site
                  + (site.withholdsSecrets(history.url())
                      ? "; no login or other secret is sent to this URL: see send-over-http, and"
                          + " the port"
                      : ""))
          .with("sites", site.blocks().stream().map(SiteBlock::name).toList());
    }
    for (UrlDecision filter : filters.decisions(history.url())) {
      history
          .add("URL", (filter.accepted() ? "accepted by " : "refused by ") + filter)
          .with("accepted", filter.accepted())
          .with("file", filter.source())
          .with("line", filter.line());
    }
  }

  /** Adds the statements of a page about itself, if it has any. */
  static void directives(
      UrlHistory history, String topic, String prefix, String url, UnaryOperator<String> meta) {
    String robots = Objects.requireNonNullElse(meta.apply(MetaNames.ROBOTS), "");
    if (!robots.isEmpty()) {
      history.add(topic, prefix + "robots directives: " + robots).with("robots", robots);
    }
    usage(meta)
        .deciding()
        .forEach(
            (use, said) -> {
              boolean allowed = said.uses().get(use);
              String fate = use.token() + (allowed ? " allowed by " : " disallowed by ");
              String read = " (" + said.scheme().version() + ")";
              history
                  .add(topic, prefix + fate + said.place() + ": " + said.text() + read)
                  .with("use", use.token())
                  .with("allowed", allowed)
                  .with("source", said.place())
                  .with("statement", said.text())
                  .with("readBy", said.scheme().version());
            });
    NonContent.of(meta.apply(MetaNames.NON_CONTENT))
        .ifPresent(
            kind ->
                history
                    .add(topic, prefix + "no content: it is " + kind.description())
                    .with("nonContent", kind.word()));
    for (String name : List.of(MetaNames.PLUGIN_VERDICTS, MetaNames.PLUGIN_FAILURES)) {
      Objects.requireNonNullElse(meta.apply(name), "")
          .lines()
          .forEach(line -> history.add(topic, prefix + line).with(name, line));
    }
    String canonical = Objects.requireNonNullElse(meta.apply(MetaNames.CANONICAL), url);
    if (!canonical.equals(url)) {
      history.add(topic, prefix + "canonical: " + canonical).with("canonical", canonical);
    }
  }

  /** The usage preferences of a page's owner, from its parse metadata. */
  static UsagePreferences usage(UnaryOperator<String> meta) {
    return UsagePreferences.decode(
        Objects.requireNonNullElse(meta.apply(MetaNames.USAGE_STATEMENTS), ""));
  }

  private void rules() {
    if (records.refusal != null) {
      history.add("URL", "it " + records.refusal.sentence());
    } else {
      UrlNormalizer.Trace trace = UrlRules.normalizer(history.conf()).trace(history.asked());
      spelling(history, "normalized from " + history.asked(), trace, records.filters);
    }
    if (records.contactRefusal != null) {
      history.add("URL", "not contacted: " + records.contactRefusal);
    }
    if (records.stay != null) {
      history.add("URL", records.stay);
    }
    KnownRobots robots = records.robots;
    if (robots != null) {
      boolean byLine = robots.decision() != null && robots.decision().line() > 0;
      history
          .add("robots.txt", robots.words())
          .with("file", robots.file())
          .with("allowed", !robots.forbids())
          .withKnown("line", byLine ? robots.decision().line() : null);
    }
    HostOutage outage = records.outage;
    if (outage != null) {
      history
          .add("host", Outcomes.time(outage.last()), Outcomes.words(outage) + ": " + outage.why())
          .with("failedRounds", outage.failures())
          .with("since", Outcomes.time(outage.since()));
    }
    if (records.refusals.total() > 0) {
      Fields said = history.add("host", records.refusals.words());
      records.refusals.fields().forEach(said::with);
    }
    records.near.forEach(near -> history.add("near", "in the crawl: " + near).with("url", near));
  }

  private void sources() {
    List<Sources.UrlSource> shown = records.sources.shown();
    if (shown.isEmpty()) {
      String none =
          records.entry == null
              ? "no page, redirect or sitemap in the segments leads to it"
              : "no link, redirect or sitemap leads to it: it is a seed, or its source is gone";
      history.add("found", none).with("sources", 0);
      return;
    }
    for (Sources.UrlSource source : shown.subList(0, Math.min(MOST_SOURCES, shown.size()))) {
      String how =
          switch (source.kind()) {
            case LINK -> "link on ";
            case REDIRECT -> "redirect from ";
            case SITEMAP -> "listed in a sitemap: ";
            case NOFOLLOW -> "nofollow link on ";
          };
      String anchor = source.anchor();
      history
          .add("found", how + source.from() + (anchor.isEmpty() ? "" : " '" + anchor + "'"))
          .with("kind", source.kind().name().toLowerCase(Locale.ROOT))
          .with("from", source.from())
          .withKnown("anchor", anchor.isEmpty() ? null : anchor);
    }
    if (shown.size() > MOST_SOURCES) {
      history
          .add("found", "and " + (shown.size() - MOST_SOURCES) + " more")
          .with("sources", shown.size());
    }
  }

  private void rounds() throws IOException {
    RoundNumbers rounds = RoundNumbers.of(Steps.readHistory(history.crawl()));
    for (UrlRound round : records.rounds) {
      Integer number = rounds.bySegment().get(round.segment());
      String topic = number != null ? "round " + number : round.segment();
      for (UrlRound.RoundHop hop : round.hops()) {
        hop(topic, round, hop);
      }
      if (records.waiting.contains(round.segment())) {
        history
            .add(topic, "segment " + round.segment() + " is not in the crawldb yet")
            .with("segment", round.segment());
      }
    }
  }

  private void hop(String topic, UrlRound round, UrlRound.RoundHop hop) throws IOException {
    boolean own = hop.url().equals(round.own().url());
    String name = own ? "" : hop.url() + ": ";
    if (own) {
      Float score = hop.listed() == null ? null : hop.listed().getScore();
      String other =
          SourceUrl.is(hop.url()) ? "found in its folder, or by a link" : "reached by a redirect";
      String how = score == null ? other : "on the fetch list, score " + score;
      history
          .add(topic, "segment " + round.segment() + ": " + how)
          .with("segment", round.segment())
          .withKnown("score", score);
    }
    for (RequestLine request : hop.requests()) {
      request(topic, name, request);
    }
    if (hop.fetch() == null) {
      String removed = "no record: removed from the list before the fetch";
      history.add(topic, round.fetched() ? removed : "not fetched yet");
      return;
    }
    String time = Instant.ofEpochMilli(hop.fetch().getFetchTime()).toString();
    history
        .add(topic, time, name + Outcomes.words(hop.fetch()))
        .with("status", CrawlDatum.getStatusName(hop.fetch().getStatus()))
        .withKnown("url", own ? null : hop.url());
    content(topic, name, hop);
    if (hop.data() != null) {
      parse(topic, name, round, hop);
    } else if (hop.content() != null && !round.parsed()) {
      history.add(topic, name + "not parsed yet");
    }
  }

  private void request(String topic, String name, RequestLine request) {
    long millis = request.endMs() - request.startMs();
    String time = Instant.ofEpochMilli(request.startMs()).toString();
    String bytes = String.format(Locale.ROOT, "%,d bytes from ", request.bytes());
    String text = name + "requested: " + request.shownAnswer() + " in " + millis + " ms, " + bytes;
    String shown = request.isSigned() ? "; signed" : "; not signed";
    history
        .add(topic, time, text + request.address() + (request.isRefused() ? shown : ""))
        .with("url", request.url())
        .with("answer", request.answer())
        .with("millis", millis)
        .with("bytes", request.bytes())
        .with("address", request.address())
        .with("group", request.group())
        .with("signed", request.isSigned());
  }

  private void content(String topic, String name, UrlRound.RoundHop hop) {
    if (hop.content() == null) {
      return;
    }
    String cut = hop.content().getMetadata().get(Response.TRUNCATED_CONTENT_REASON);
    int bytes = hop.content().getContent().length;
    String limit = "length".equals(cut) ? " (http.content.limit)" : "";
    String truncated = cut == null ? "" : ", truncated: " + cut + limit;
    history
        .add(topic, String.format(Locale.ROOT, "%sstored: %,d bytes%s", name, bytes, truncated))
        .with("storedBytes", bytes)
        .withKnown("truncated", cut);
    site(topic, name, SiteMark.of(hop.content().getMetadata()));
  }

  private void site(String topic, String name, Optional<String> mark) {
    mark.ifPresent(site -> history.add(topic, name + SiteMark.words(site)).with("site", site));
  }

  private void parse(String topic, String name, UrlRound round, UrlRound.RoundHop hop)
      throws IOException {
    ParseData data = hop.data();
    if (hop.rendering() != null) {
      history
          .add(topic, name + "rendered: " + hop.rendering().why() + "; " + hop.rendering())
          .with("rendered", hop.rendering().result().word())
          .with("renderedWhy", hop.rendering().why());
    } else if (PageRenderer.isMarked(data)) {
      boolean isKnown = round.logged();
      String what = isKnown ? "not rendered: " : "not rendered, or it gained nothing: ";
      String why =
          isKnown ? whyNotRendered(hop.url()) : "a merge of segments keeps no record of that";
      history.add(topic, name + what + why).with("notRenderedWhy", why);
    }
    String failure = Outcomes.parseFailure(data);
    if (failure != null) {
      history.add(topic, name + "not parsed: " + failure).with("parsed", false);
      return;
    }
    String type = data.getParseMeta().get(MetaNames.TYPE);
    int links = data.getOutlinks().length;
    String text = Count.of(hop.textChars(), "character") + " of text, " + Count.of(links, "link");
    history
        .add(topic, name + "parsed: " + type + ", '" + data.getTitle() + "', " + text)
        .with("parsed", true)
        .with("title", data.getTitle())
        .with("type", type)
        .with("language", data.getParseMeta().get(MetaNames.LANGUAGE))
        .with("textChars", hop.textChars())
        .with("links", links);
    String spam = data.getParseMeta().get(MetaNames.SPAM);
    if (spam != null) {
      String prompt =
          SpamSignals.hasPrompt(spam)
              ? " (hidden text addresses language models; snippets leave it out)"
              : "";
      history.add(topic, name + "spam signals: " + spam + prompt).with("spam", spam);
    }
    directives(history, topic, name, hop.url(), data.getParseMeta()::get);
  }

  private String whyNotRendered(String url) throws IOException {
    RenderMode mode =
        RenderKeys.modeOf(
            url, UrlKeys.sites(history.conf()), RenderKeys.RENDER.get(history.conf()));
    if (mode == RenderMode.NEVER) {
      return "a script makes it, and rendering is off; orbweaver.render=auto would run its scripts";
    }
    RenderLearning learned;
    try (HostParts hosts = HostParts.store(history.conf(), history.crawl().hosts())) {
      learned = RenderRecord.decode(hosts.find(HostRecords.renderKey(Hosts.host(url))));
    }
    RenderLearning.Choice choice = learned.choose(url, true, mode == RenderMode.ALWAYS);
    return choice.render()
        ? choice.why()
            + "; in its round rendering was off, had no browser, or came to a limit"
            + " (orbweaver.render.pages.per.host, orbweaver.render.cpu.seconds)"
        : choice.why();
  }

  private void entry(CrawlDatum entry) throws IOException {
    String status = CrawlDatum.getStatusName(entry.getStatus());
    int failures = entry.getRetriesSinceFetch();
    String failed = failures == 0 ? "" : ", " + Count.of(failures, "consecutive failure");
    history
        .add("crawldb", status + ", score " + entry.getScore() + failed)
        .with("status", status)
        .with("score", entry.getScore())
        .with("failures", failures)
        .with("intervalSeconds", entry.getFetchInterval())
        .with("due", Instant.ofEpochMilli(records.dueMs));
    if (SitemapMark.isOn(entry)) {
      history.add("crawldb", SitemapMark.of(entry).words()).with("sitemap", true);
    }
    site("crawldb", "", SiteMark.of(entry));
    Optional<Refusal> refusal = Refusal.of(entry);
    if (refusal.isPresent()) {
      String time = Outcomes.time(refusal.get().time());
      history
          .add("crawldb", time, "refused by a setting: " + refusal.get().detail())
          .with("refusedBy", Outcomes.cause(refusal.get()));
    }
    if (records.original != null) {
      history
          .add("crawldb", "duplicate: same content as " + records.original)
          .with("original", records.original);
    }
    Writable group = entry.getMetaData().get(UrlRecords.GROUP);
    if (group != null) {
      String other = records.representative;
      String represented =
          other == null
              ? ""
              : other.equals(records.url) ? ", which it represents" : ", represented by " + other;
      history
          .add("crawldb", "has near-duplicates, which search folds: group:" + group + represented)
          .with("group", group.toString())
          .withKnown("representative", records.representative);
    }
    recrawl(entry);
    history.add("due", due());
  }

  /**
   * Adds how often the page changes, as estimated from visits, and when its next visit is expected.
   */
  private void recrawl(CrawlDatum entry) throws IOException {
    PageHistory known = RecordedHistory.of(entry);
    Schedule schedule = Schedule.of(history.conf());
    boolean competes = schedule.competes(entry, history.now());
    if (known == null && !competes) {
      return;
    }
    try (UrlPriority priority = UrlPriority.of(history.conf(), history.crawl())) {
      if (known != null) {
        changes(known.visits(), priority.changeRate(new Text(records.url), entry));
      }
      if (competes) {
        visit(entry, schedule.policy().name().toLowerCase(Locale.ROOT), priority);
      }
    }
  }

  private void changes(ChangeHistory known, double changeRate) {
    int visits = known.visits();
    String times = String.format(Locale.ROOT, "%.3g", 1 / changeRate);
    String told =
        visits == 0
            ? "not visited again yet; pages like it change about every " + times + " days"
            : "changes about every "
                + times
                + " days: "
                + known.changes()
                + " changes in "
                + Count.of(visits, "visit");
    history
        .add("recrawl", told)
        .with("visits", visits)
        .with("changes", known.changes())
        .with("changesPerDay", changeRate);
  }

  private void visit(CrawlDatum entry, String policy, UrlPriority priority) throws IOException {
    Text url = new Text(records.url);
    int clicks = priority.clicks(url);
    double importance = priority.importance(url, entry);
    double value = priority.value(url, entry, history.now());
    String worth =
        String.format(
            Locale.ROOT,
            "policy %s: importance %.3g%s, a visit now is worth %.3g",
            policy,
            importance,
            clicks == 0 ? "" : " (" + Count.of(clicks, "click") + ")",
            value);
    Optional<Double> price = ListQuota.price(Steps.readHistory(history.crawl()));
    Optional<Long> at =
        price.isEmpty()
            ? Optional.of(history.now())
            : priority.visitAt(url, entry, price.get(), history.now());
    String when =
        price.isEmpty()
            ? "; the last fetch list had place for all pages"
            : String.format(Locale.ROOT, ", the last one listed %.3g", price.get())
                + at.map(time -> ": expected at " + Outcomes.time(Math.max(time, history.now())))
                    .orElse(": never, it changes too often to be kept fresh");
    history
        .add("recrawl", worth + when)
        .with("policy", policy)
        .with("importance", importance)
        .withKnown("clicks", clicks == 0 ? null : clicks)
        .with("value", value)
        .withKnown("price", price.orElse(null))
        .withKnown("expected", at.map(Outcomes::time).orElse(null));
  }

  private String due() {
    long millis = records.dueMs - history.now();
    String time = Outcomes.time(records.dueMs);
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
