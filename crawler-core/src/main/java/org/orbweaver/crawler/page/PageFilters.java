package org.orbweaver.crawler.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.Failures;
import org.orbweaver.crawler.page.document.HtmlAttributes;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/** Applies page filters, each to what the ones before it made of a page. */
record PageFilters(List<Provided<PageFilter>> filters, ParseLimits limits, UrlNormalizer urls) {
  static final int MAX_VALUES = 20;
  private static final int MAX_CHARS = 1000;
  private static final int MAX_NAMES = 50;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

  /**
   * What filters see besides the page.
   *
   * @param dom null for a document without elements
   */
  record Source(PageParser.Document document, org.jsoup.nodes.Document dom, Encoding encoding) {}

  /**
   * Applies them. One that fails adds nothing.
   *
   * @throws Deadline.Passed after the deadline
   */
  ParsedPage apply(ParsedPage page, Source source, Deadline deadline) {
    ParsedPage made = page;
    for (Provided<PageFilter> one : filters) {
      if (!one.isOwn()) {
        deadline.enter(one.origin());
      }
      View view = new View(made, source, deadline, one.isOwn());
      PluginException failure = null;
      try {
        one.ask(
            it -> {
              it.filter(view);
              return null;
            });
      } catch (PluginException e) {
        failure = e;
      }
      deadline.check(); // It may have swallowed what an earlier check threw.
      deadline.leave();
      if (failure == null) {
        made = view.result(one.origin());
      } else {
        failure.logOnce("its page filter adds nothing to pages at which it fails");
        note(made.meta(), MetaNames.PLUGIN_FAILURES, Failures.describe(failure), "\n");
      }
    }
    return made;
  }

  private static void note(Map<String, String> meta, String name, String more, String between) {
    meta.merge(name, more, (before, added) -> before + between + added);
  }

  /** A page, and what a filter adds to it. */
  private final class View implements PageFilter.Page {
    private final ParsedPage page;
    private final Source source;
    private final Deadline deadline;
    private final boolean isOwn;
    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private final Set<PageFilter.Verdict> verdicts = EnumSet.noneOf(PageFilter.Verdict.class);
    private LinkCollector links;
    private String base;

    View(ParsedPage page, Source source, Deadline deadline, boolean isOwn) {
      this.page = page;
      this.source = source;
      this.deadline = deadline;
      this.isOwn = isOwn;
    }

    @Override
    public String url() {
      return source.document().url();
    }

    @Override
    public Optional<org.jsoup.nodes.Document> dom() {
      return Optional.ofNullable(source.dom());
    }

    @Override
    public String title() {
      return page.title();
    }

    @Override
    public String text() {
      return page.text();
    }

    @Override
    public Map<String, String> metadata() {
      return Collections.unmodifiableMap(page.meta());
    }

    @Override
    public List<PageFilter.Link> links() {
      return page.links().stream()
          .map(link -> new PageFilter.Link(link.url(), link.anchor()))
          .toList();
    }

    @Override
    public byte[] content() {
      return source.document().content();
    }

    @Override
    public List<String> header(String name) {
      return source.document().headers().apply(name);
    }

    @Override
    public Optional<String> resolve(String reference) {
      deadline.check();
      String query = source.encoding().encodeQuery(reference.strip());
      return Optional.ofNullable(urls.resolve(base(), query));
    }

    private String base() {
      if (base == null) {
        Element element = source.dom() == null ? null : source.dom().selectFirst("base[href]");
        String reference = element == null ? null : HtmlAttributes.attr(element, "href").strip();
        base = HtmlPageParser.base(reference, url(), source.encoding(), urls);
      }
      return base;
    }

    @Override
    public void field(String name, String value) {
      deadline.check();
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException("not a name of a field: '" + name + "'");
      }
      String words = TextCollector.collapse(value, MAX_CHARS);
      String key = MetaNames.FIELD + name;
      List<String> values = fields.get(key);
      if (values == null) {
        values = new ArrayList<>(page.meta().getOrDefault(key, "").lines().toList());
      }
      if (!words.isEmpty()
          && values.size() < MAX_VALUES
          && (isOwn || !values.isEmpty() || names() < MAX_NAMES)) {
        values.add(words);
        fields.put(key, values);
      }
    }

    /** The number of fields of the page. */
    private long names() {
      return Stream.concat(fields.keySet().stream(), page.meta().keySet().stream())
          .filter(key -> key.startsWith(MetaNames.FIELD))
          .distinct()
          .count();
    }

    @Override
    public void link(String reference, String text) {
      deadline.check();
      if (links == null) {
        links = new LinkCollector(limits);
      }
      links.add(reference, TextCollector.collapse(text, LinkCollector.MAX_ANCHOR_CHARS), "");
    }

    @Override
    public void verdict(PageFilter.Verdict verdict) {
      verdicts.add(verdict);
    }

    /** The page with what the filter added. */
    ParsedPage result(String origin) {
      Map<String, String> meta = page.meta();
      fields.forEach((name, values) -> meta.put(name, String.join("\n", values)));
      for (PageFilter.Verdict verdict : verdicts) {
        String words = verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        note(meta, MetaNames.PLUGIN_VERDICTS, origin + ": " + words, "\n");
      }
      if (verdicts.contains(PageFilter.Verdict.NO_INDEX)) {
        note(meta, MetaNames.ROBOTS, "noindex", ",");
      }
      boolean nofollow = verdicts.contains(PageFilter.Verdict.NO_FOLLOW);
      if (nofollow) {
        note(meta, MetaNames.ROBOTS, "nofollow", ",");
      }
      ParsedPage made =
          links == null && !nofollow
              ? page
              : page.with(outlinks(page.outlinks().follow() && !nofollow));
      return verdicts.contains(PageFilter.Verdict.NO_CONTENT)
          ? made.asNonContent(NonContent.PLUGIN)
          : made;
    }

    private ParsedPage.Outlinks outlinks(boolean follow) {
      LinkCollector added = links == null ? new LinkCollector(limits) : links;
      List<PageLink> resolved = added.resolve(base(), urls, source.encoding(), !follow);
      int dropped = page.outlinks().dropped() + added.dropped();
      Map<String, PageLink> all = new LinkedHashMap<>();
      page.links().forEach(link -> all.put(link.url(), follow ? link : link.notFollowed()));
      for (PageLink link : resolved) {
        if (all.containsKey(link.url()) || all.size() < limits.maxLinks()) {
          all.putIfAbsent(link.url(), link);
        } else {
          dropped++;
        }
      }
      return new ParsedPage.Outlinks(List.copyOf(all.values()), follow, dropped);
    }
  }
}
