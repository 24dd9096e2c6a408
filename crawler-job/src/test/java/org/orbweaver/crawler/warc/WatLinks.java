package org.orbweaver.crawler.warc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/**
 * The links that a WAT lists of an HTML page, by the rules of Common Crawl's extractor
 * (ExtractingParseObserver of ia-web-commons): tags one after the other, without a tree, with the
 * attributes of {@link #URLS}, as written in the page. Left out: URLs in onclick and in style
 * sheets, which are not outlinks here either.
 *
 * @param base the value of the page's base element; null without one
 */
record WatLinks(List<Link> links, String base) {
  /** Attributes with URLs by tag. */
  private static final Map<String, List<String>> URLS =
      Map.ofEntries(
          Map.entry("a", List.of("href")),
          Map.entry("applet", List.of("codebase", "cdata")),
          Map.entry("area", List.of("href")),
          Map.entry("audio", List.of("src")),
          Map.entry("blockquote", List.of("cite")),
          Map.entry("button", List.of("formaction")),
          Map.entry("del", List.of("cite")),
          Map.entry("embed", List.of("src")),
          Map.entry("form", List.of("action")),
          Map.entry("frame", List.of("src")),
          Map.entry("iframe", List.of("src")),
          Map.entry("img", List.of("src", "longdesc")),
          Map.entry("input", List.of("src", "formaction")),
          Map.entry("ins", List.of("cite")),
          Map.entry("link", List.of("href")),
          Map.entry("menuitem", List.of("icon")),
          Map.entry("object", List.of("codebase", "cdata", "data")),
          Map.entry("q", List.of("cite")),
          Map.entry("script", List.of("src")),
          Map.entry("source", List.of("src")),
          Map.entry("track", List.of("src")),
          Map.entry("video", List.of("src", "poster")));

  /** Attributes with URLs in every tag. */
  private static final List<String> GLOBAL = List.of("background", "data-href", "data-uri");

  /** Elements whose content is text, whatever tags it contains. */
  private static final Set<String> TEXT = Set.of("script", "style", "textarea", "title");

  private static final Pattern TOKEN =
      Pattern.compile(
          "<!--.*?-->|<[!?/][^>]*>|<([a-zA-Z][^\\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*+)>",
          Pattern.DOTALL);

  private static final Pattern ATTRIBUTE =
      Pattern.compile("([^\\s=/>\"']+)(?:\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s>]+))?");

  /**
   * A link.
   *
   * @param path tag and attribute, such as {@code A@/href}
   * @param attributes of the tag
   */
  record Link(String path, String url, Map<String, String> attributes) {}

  static WatLinks of(String html) {
    List<Link> links = new ArrayList<>();
    String base = null;
    Matcher token = TOKEN.matcher(html);
    int at = 0;
    while (token.find(at)) {
      at = token.end();
      if (token.group(1) == null) {
        continue;
      }
      String tag = token.group(1).toLowerCase(Locale.ROOT);
      Map<String, String> attributes = attributes(token.group(2));
      if (tag.equals("base") && base == null) {
        base = attributes.get("href");
      }
      for (List<String> names : List.of(GLOBAL, URLS.getOrDefault(tag, List.of()))) {
        for (String name : names) {
          if (attributes.containsKey(name)) {
            String path = tag.toUpperCase(Locale.ROOT) + "@/" + name;
            links.add(new Link(path, attributes.get(name), attributes));
          }
        }
      }
      if (TEXT.contains(tag) && !token.group(2).endsWith("/")) {
        int end = html.toLowerCase(Locale.ROOT).indexOf("</" + tag, at);
        at = end < 0 ? html.length() : end;
      }
    }
    return new WatLinks(links, base);
  }

  private static Map<String, String> attributes(String text) {
    Map<String, String> attributes = new HashMap<>();
    Matcher attribute = ATTRIBUTE.matcher(text);
    while (attribute.find()) {
      String value = attribute.group(2);
      if (value != null) {
        boolean quoted = value.charAt(0) == '"' || value.charAt(0) == '\'';
        String bare = quoted ? value.substring(1, value.length() - 1) : value;
        String name = attribute.group(1).toLowerCase(Locale.ROOT);
        attributes.putIfAbsent(name, Parser.unescapeEntities(bare, true));
      }
    }
    return attributes;
  }
}
