package org.orbweaver.plugin.test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.Document;
import org.orbweaver.plugin.PageFilter;

/** An HTML page that keeps what a filter adds to it. */
public final class HtmlPage implements PageFilter.Page {
  private final String html;
  private final Document dom;
  private final Map<String, List<String>> fields = new LinkedHashMap<>();
  private final List<PageFilter.Link> added = new ArrayList<>();
  private final Set<PageFilter.Verdict> verdicts = EnumSet.noneOf(PageFilter.Verdict.class);

  /** The page of a URL. */
  public HtmlPage(String url, String html) {
    this.html = html;
    this.dom = Jsoup.parse(html, url);
  }

  @Override
  public String url() {
    return dom.location();
  }

  @Override
  public Optional<Document> dom() {
    return Optional.of(dom);
  }

  @Override
  public String title() {
    return dom.title();
  }

  @Override
  public String text() {
    return dom.text();
  }

  @Override
  public Map<String, String> metadata() {
    return Map.of();
  }

  @Override
  public List<PageFilter.Link> links() {
    return dom.select("a[href]").stream()
        .map(link -> new PageFilter.Link(link.absUrl("href"), link.text()))
        .toList();
  }

  @Override
  public byte[] content() {
    return html.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public List<String> header(String name) {
    return List.of();
  }

  @Override
  public Optional<String> resolve(String reference) {
    return Optional.of(StringUtil.resolve(dom.baseUri(), reference)).filter(url -> !url.isEmpty());
  }

  @Override
  public void field(String name, String value) {
    fields.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
  }

  @Override
  public void link(String reference, String text) {
    added.add(new PageFilter.Link(reference, text));
  }

  @Override
  public void verdict(PageFilter.Verdict verdict) {
    verdicts.add(verdict);
  }

  /** The values that were added, by field. */
  public Map<String, List<String>> fields() {
    return fields;
  }

  /** The links that were added, as they were given. */
  public List<PageFilter.Link> addedLinks() {
    return added;
  }

  /** The verdicts. */
  public Set<PageFilter.Verdict> verdicts() {
    return verdicts;
  }
}
