package org.orbweaver.crawler.nutch;

import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.HTMLMetaTags;
import org.apache.nutch.parse.HtmlParseFilter;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.Parse;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseImpl;
import org.apache.nutch.parse.ParseResult;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.util.MimeUtil;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.loader.Provided;
import org.w3c.dom.DocumentFragment;

/**
 * Nutch's filters of HTML pages. Each is a page filter, so that a failure is its own; they share
 * the page in Nutch's form, which the first part makes and the last takes the results from: added
 * metadata, added links, and whether the parse is still a success. A changed text or title, and
 * what was removed, are not taken over.
 */
final class NutchPageFilters {
  private static final List<String> HEADERS =
      List.of(
          "Content-Type",
          "Content-Language",
          "Content-Disposition",
          "Content-Length",
          "Last-Modified",
          "Date",
          "ETag",
          "Expires",
          "Cache-Control",
          "Server",
          "Link",
          "X-Robots-Tag");

  private final MimeUtil types;
  private Content content;
  private ParseResult result;
  private HTMLMetaTags tags;
  private DocumentFragment dom;
  private Map<String, List<String>> known;

  private NutchPageFilters() {
    Configuration conf = new Configuration(false);
    conf.setBoolean("mime.type.magic", false); // The parser knows the type.
    types = new MimeUtil(conf);
  }

  static List<PageFilter> of(List<HtmlParseFilter> filters) {
    if (filters.isEmpty()) {
      return List.of();
    }
    NutchPageFilters shared = new NutchPageFilters();
    List<PageFilter> all = new ArrayList<>();
    all.add(new Part("Nutch's page filters", shared::begin));
    filters.forEach(it -> all.add(new Part(NutchExtensions.origin(it), page -> shared.apply(it))));
    all.add(new Part("Nutch's page filters", shared::end));
    return all;
  }

  private record Part(String origin, PageFilter filter) implements PageFilter, Provided.Named {
    @Override
    public void filter(Page page) throws Exception {
      filter.filter(page);
    }
  }

  private void begin(PageFilter.Page page) {
    result = null;
    if (page.dom().isEmpty()) {
      return;
    }
    Document document = page.dom().get();
    Metadata headers = new Metadata();
    HEADERS.forEach(name -> page.header(name).forEach(value -> headers.add(name, value)));
    Metadata meta = new Metadata();
    page.metadata()
        .forEach(
            (name, value) -> {
              boolean isField = name.startsWith(MetaNames.FIELD);
              String own = isField ? name.substring(MetaNames.FIELD.length()) : name;
              (isField ? value.lines().toList() : List.of(value)).forEach(it -> meta.add(own, it));
            });
    known = values(meta);
    String url = page.url();
    String type = page.metadata().getOrDefault(MetaNames.TYPE, "text/html");
    String base = document.baseUri().isEmpty() ? url : document.baseUri();
    content = new Content(url, base, page.content(), type, headers, types);
    List<Outlink> links = new ArrayList<>();
    for (PageFilter.Link link : page.links()) {
      try {
        links.add(new Outlink(link.url(), link.text()));
      } catch (MalformedURLException e) {
        // No URL of Java's.
      }
    }
    ParseData data =
        new ParseData(
            ParseStatus.STATUS_SUCCESS, page.title(), links.toArray(new Outlink[0]), headers, meta);
    tags = tags(document, page.metadata().getOrDefault(MetaNames.ROBOTS, ""));
    org.w3c.dom.Document converted = new W3CDom().namespaceAware(false).fromJsoup(document);
    dom = converted.createDocumentFragment();
    dom.appendChild(converted.getDocumentElement());
    result = ParseResult.createParseResult(url, new ParseImpl(page.text(), data));
  }

  private static HTMLMetaTags tags(Document document, String robots) {
    HTMLMetaTags tags = new HTMLMetaTags();
    RobotsDirectives directives = RobotsDirectives.of(robots);
    if (directives.noindex()) {
      tags.setNoIndex();
    }
    if (directives.nofollow()) {
      tags.setNoFollow();
    }
    for (Element meta : document.select("meta[content]")) {
      String value = meta.attr("content");
      String name = meta.hasAttr("name") ? meta.attr("name") : meta.attr("property");
      if (!name.isBlank()) {
        tags.getGeneralTags().add(name.toLowerCase(Locale.ROOT), value);
      } else if (meta.hasAttr("http-equiv")) {
        tags.getHttpEquivTags()
            .setProperty(meta.attr("http-equiv").toLowerCase(Locale.ROOT), value);
      }
    }
    return tags;
  }

  private static Map<String, List<String>> values(Metadata meta) {
    Map<String, List<String>> values = new TreeMap<>();
    for (String name : meta.names()) {
      values.put(name, List.of(meta.getValues(name)));
    }
    return values;
  }

  private void apply(HtmlParseFilter filter) {
    if (result == null || result.get(content.getUrl()) == null) {
      return;
    }
    ParseResult next = filter.filter(content, result, tags, dom);
    result = next == null ? new ParseResult(content.getUrl()) : next;
  }

  private void end(PageFilter.Page page) {
    if (result == null) {
      return;
    }
    Parse parse = result.get(page.url());
    if (parse == null || !parse.getData().getStatus().isSuccess()) {
      page.verdict(PageFilter.Verdict.NO_CONTENT);
      return;
    }
    values(parse.getData().getParseMeta())
        .forEach(
            (name, all) -> {
              List<String> before = known.getOrDefault(name, List.of());
              all.stream()
                  .filter(value -> value != null && !before.contains(value))
                  .forEach(value -> page.field(NutchExtensions.fieldName(name), value));
            });
    Set<String> linked = new HashSet<>();
    page.links().forEach(link -> linked.add(link.url()));
    for (Outlink link : parse.getData().getOutlinks()) {
      if (linked.add(link.getToUrl())) {
        page.link(link.getToUrl(), link.getAnchor() == null ? "" : link.getAnchor());
      }
    }
  }
}
