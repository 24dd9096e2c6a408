package org.orbweaver.crawler.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The metadata of an HTML page in the form of a WAT (Web Archive Transformation): its head, and
 * each link as it stands in the page, neither resolved nor filtered.
 *
 * <p>Names and order of fields are those of Common Crawl's WAT files. URLs in style sheets and
 * scripts are not listed.
 */
public final class HtmlMetadata {
  /** As in Common Crawl's files. */
  private static final int MAX_TEXT = 128;

  /** A bound on the links of one page; a page of 1 MiB has at most some 100,000. */
  private static final int MAX_LINKS = 100_000;

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*[\"']?([^\\s;\"']+)", Pattern.CASE_INSENSITIVE);

  /** By the name of an element, its attributes that have a URL. */
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

  /** Attributes with a URL that any element may have. */
  private static final List<String> ANYWHERE = List.of("background", "data-href", "data-uri");

  /** By the name of an element, its attributes that describe the first of its URLs. */
  private static final Map<String, List<String>> DESCRIBING =
      Map.of(
          "a", List.of("target", "alt", "title", "rel", "hreflang", "type"),
          "area", List.of("rel"),
          "form", List.of("target", "method"),
          "img", List.of("alt", "title"),
          "link", List.of("rel", "type"),
          "script", List.of("type"));

  private static final List<String> OF_META =
      List.of("name", "rel", "content", "http-equiv", "property");

  private static final Set<String> IN_HEAD = Set.of("link", "script");

  private final List<Map<String, Object>> metas = new ArrayList<>();
  private final List<Map<String, Object>> headLinks = new ArrayList<>();
  private final List<Map<String, Object>> scripts = new ArrayList<>();
  private final List<Map<String, Object>> links = new ArrayList<>();
  private String base;
  private String title;

  private HtmlMetadata() {}

  /**
   * The metadata of a page.
   *
   * @param contentType the header, for its charset; or null
   * @return the fields {@code Head} and {@code Links}, as far as the page has any
   * @throws IOException if the page cannot be read
   */
  public static Map<String, Object> of(byte[] page, String contentType) throws IOException {
    HtmlMetadata found = new HtmlMetadata();
    try {
      Document document = Jsoup.parse(new ByteArrayInputStream(page), charset(contentType), "");
      document.stream().forEach(found::add);
    } catch (RuntimeException | StackOverflowError e) {
      throw new IOException("the HTML could not be read: " + e, e);
    }
    Map<String, Object> head = new LinkedHashMap<>();
    put(head, "Base", found.base);
    put(head, "Title", found.title);
    put(head, "Metas", found.metas);
    put(head, "Link", found.headLinks);
    put(head, "Scripts", found.scripts);
    Map<String, Object> all = new LinkedHashMap<>();
    if (!head.isEmpty()) {
      all.put("Head", head);
    }
    put(all, "Links", found.links);
    return all;
  }

  private static void put(Map<String, Object> fields, String name, Object value) {
    if (value != null && !List.of().equals(value)) {
      fields.put(name, value);
    }
  }

  /** The charset of the header; null, so that the page itself is asked, if there is none. */
  private static String charset(String contentType) {
    Matcher charset = CHARSET.matcher(contentType == null ? "" : contentType);
    try {
      return charset.find() && Charset.isSupported(charset.group(1)) ? charset.group(1) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void add(Element element) {
    String tag = element.normalName();
    switch (tag) {
      case "html" -> {
        for (String name : List.of("lang", "xml:lang")) {
          if (element.hasAttr(name)) {
            metas.add(fields("name", "HTML@/" + name, "content", element.attr(name)));
          }
        }
      }
      case "base" -> base = base == null && element.hasAttr("href") ? element.attr("href") : base;
      case "title" -> {
        boolean ofImage = element.closest("svg") != null;
        title = title == null && !ofImage ? cut(element.text()) : title;
      }
      case "meta" -> {
        Map<String, Object> meta = described(new LinkedHashMap<>(), element, OF_META);
        if (!meta.isEmpty()) {
          metas.add(meta);
        }
      }
      default -> {}
    }
    for (String name : ANYWHERE) {
      addLink(element, name, List.of());
    }
    List<String> describing = DESCRIBING.getOrDefault(tag, List.of());
    for (String name : URLS.getOrDefault(tag, List.of())) {
      addLink(element, name, describing);
      describing = List.of();
    }
  }

  private void addLink(Element element, String attribute, List<String> describing) {
    if (!element.hasAttr(attribute) || links.size() >= MAX_LINKS) {
      return;
    }
    String tag = element.normalName();
    String path = tag.toUpperCase(Locale.ROOT) + "@/" + attribute;
    Map<String, Object> link = fields("path", path, "url", element.attr(attribute));
    described(link, element, describing);
    if (tag.equals("a") && attribute.equals("href")) {
      String text = cut(element.text());
      if (!text.isEmpty()) {
        link.put("text", text);
      }
    }
    boolean inHead = IN_HEAD.contains(tag) && !ANYWHERE.contains(attribute);
    (inHead ? tag.equals("link") ? headLinks : scripts : links).add(link);
  }

  private static Map<String, Object> described(
      Map<String, Object> fields, Element element, List<String> names) {
    for (String name : names) {
      if (element.hasAttr(name)) {
        fields.put(name, element.attr(name));
      }
    }
    return fields;
  }

  private static Map<String, Object> fields(
      String first, String value, String second, String other) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(first, value);
    fields.put(second, other);
    return fields;
  }

  private static String cut(String text) {
    String stripped = text.strip();
    return stripped.length() <= MAX_TEXT
        ? stripped
        : stripped.substring(
            0, Character.isHighSurrogate(stripped.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT);
  }
}
