package org.orbweaver.crawler.page;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.NodeIterator;
import org.jsoup.nodes.TextNode;
import org.orbweaver.crawler.page.document.TextCollector;

/**
 * Collects the facts that an HTML page states about itself while its elements are visited, and
 * decides at the end. Each fact has sources in an order of trust: JSON-LD, then meta elements,
 * microdata, {@code time} elements, the URL (for the date), class names that describe their
 * content, and the text next to the heading. The first source with a plausible value wins.
 *
 * <p>Cost: a check of each element's attributes, and bounded work for the few relevant ones.
 */
final class FactCollector {

  private static final int MAX_SCRIPTS = 16;
  private static final int MAX_HINTS = 40;
  private static final int MAX_HEADINGS = 30;
  private static final int MAX_AUTHOR_CHARS = 80;
  private static final int MAX_VALUE_CHARS = 300;

  /** Characters of text before and after the first heading that are searched for a date. */
  private static final int NEAR_HEADING = 300;

  /** Characters of text after it that are searched for a date or a byline on a line of its own. */
  private static final int SCANNED = 8000;

  private static final int MAX_LINES = 150;
  private static final int MAX_LINE = 60;

  /** The sources of a value, the most trusted first. */
  private enum FactSource {
    META,
    MICRODATA,
    LINK,
    TIME,
    HINT
  }

  /**
   * A heading of the page.
   *
   * @param at characters of the page's text before it
   */
  private record Heading(String text, int at, boolean first) {}

  /** Facts found in elements. */
  private enum Fact {
    AUTHOR,
    PUBLISHED,
    MODIFIED
  }

  /** Names of meta elements and microdata properties, in lower case without separators. */
  private static final Map<String, Fact> NAMES = new HashMap<>();

  static {
    names(
        Fact.AUTHOR,
        "author articleauthor dcauthor dccreator dctermscreator citationauthor bylauthor"
            + " parselyauthor sailthruauthor byl creator articleauthorname");
    names(
        Fact.PUBLISHED,
        "articlepublishedtime ogpublishedtime articlepublished datepublished date dcdate"
            + " dcdateissued dcdatecreated dctermsdate dctermscreated dctermsissued pubdate"
            + " publishdate publicationdate publisheddate published parselypubdate sailthrudate"
            + " citationpublicationdate citationdate citationonlinedate datecreated uploaddate"
            + " ogarticlepublishedtime displaydate originalpublicationdate lastpublished");
    names(
        Fact.MODIFIED,
        "articlemodifiedtime ogupdatedtime datemodified dctermsmodified dcdatemodified"
            + " lastmodified revised modified ogmodifiedtime articleupdated");
  }

  // In classes and ids.
  private static final Pattern FOREIGN = Pattern.compile("comment|related|update-");
  private static final Pattern NAMES_AUTHOR =
      Pattern.compile("author|byline|autor|contributor|username");
  private static final Pattern ABOUT_AUTHOR = Pattern.compile("bio|img|image|avatar|box");
  private static final Pattern NAMES_DATE =
      Pattern.compile("datum|publish|posted|timestamp|byline|meta");

  /** The meaning of classes and ids: a site has few, and each is on many elements of its pages. */
  private static final Map<String, Integer> CLASSES = new ConcurrentHashMap<>();

  private static final int MAX_CLASSES = 20_000;

  private final JsonLd json = new JsonLd();
  private int scripts;
  private int hints;
  private final Map<Fact, Map<FactSource, Set<String>>> values = new EnumMap<>(Fact.class);
  private final Map<String, String> openGraph = new HashMap<>();
  private final List<Heading> headings = new ArrayList<>();

  private static void names(Fact fact, String names) {
    for (String name : names.split(" ", -1)) {
      NAMES.put(name, fact);
    }
  }

  /** Adds the text of a script element, if it is JSON-LD. */
  void script(Element script) {
    if (scripts < MAX_SCRIPTS && attr(script, "type").contains("ld+json")) {
      scripts++;
      json.add(script.data());
    }
  }

  /** Adds a meta element. */
  void meta(Element meta) {
    String content = attr(meta, "content");
    if (content.isBlank() || content.length() > 2000) {
      return;
    }
    for (String key : List.of("name", "property", "itemprop", "http-equiv")) {
      String name = attr(meta, key);
      if (name.isEmpty() || name.length() > 60) {
        continue;
      }
      String plain = plain(name);
      if (plain.startsWith("og")) {
        openGraph.putIfAbsent(plain, TextCollector.collapse(content, MAX_VALUE_CHARS));
      }
      Fact fact = NAMES.get(plain);
      if (fact != null) {
        add(fact, key.equals("itemprop") ? FactSource.MICRODATA : FactSource.META, content);
      }
    }
  }

  /**
   * Examines an element of the body.
   *
   * @param textLength characters of the page's text before it
   */
  void element(Element element, int textLength) {
    String tag = element.normalName();
    if (tag.length() == 2 && tag.charAt(0) == 'h' && tag.charAt(1) <= '4' && tag.charAt(1) > '0') {
      String heading = headings.size() < MAX_HEADINGS ? shortText(element, MAX_VALUE_CHARS) : "";
      if (!heading.isEmpty()) {
        headings.add(new Heading(heading, textLength, tag.equals("h1")));
      }
    }
    if (element.attributesSize() == 0 || hints >= MAX_HINTS) {
      return;
    }
    String property = attr(element, "itemprop");
    if (property.isEmpty()) {
      property = attr(element, "property");
    }
    Fact fact = property.isEmpty() ? null : NAMES.get(plain(property));
    if (tag.equals("address")) {
      add(Fact.AUTHOR, FactSource.HINT, shortText(element, MAX_AUTHOR_CHARS));
    }
    if (tag.equals("time")) {
      boolean modified = fact == Fact.MODIFIED || attr(element, "class").contains("updated");
      String time =
          hasAttr(element, "datetime") ? attr(element, "datetime") : shortText(element, 60);
      add(
          modified ? Fact.MODIFIED : Fact.PUBLISHED,
          fact == null ? FactSource.TIME : FactSource.MICRODATA,
          time);
      return;
    }
    if (fact != null) {
      String content = attr(element, "content");
      add(fact, FactSource.MICRODATA, content.isEmpty() ? named(element) : content);
      return;
    }
    if (tag.equals("a") && attr(element, "rel").contains("author")) {
      add(Fact.AUTHOR, FactSource.LINK, shortText(element, MAX_AUTHOR_CHARS));
      return;
    }
    hint(element);
  }

  /** The name inside an author's microdata, or its whole text. */
  private static String named(Element element) {
    Iterator<Node> nodes = NodeIterator.from(element);
    for (int i = 0; nodes.hasNext() && i <= 20; i++) {
      if (nodes.next() instanceof Element child && attr(child, "itemprop").equals("name")) {
        String content = attr(child, "content");
        return content.isEmpty() ? shortText(child, MAX_AUTHOR_CHARS) : content;
      }
    }
    return shortText(element, MAX_AUTHOR_CHARS);
  }

  /**
   * Examines classes and ids that describe their content: {@code entry-date}, {@code post__author}.
   */
  private void hint(Element element) {
    String name = attr(element, "class");
    if (name.isEmpty()) {
      name = attr(element, "id");
    }
    if (name.isEmpty() || name.length() > 200) {
      return;
    }
    int kind = CLASSES.computeIfAbsent(name, FactCollector::kindOf);
    if (kind == 0) {
      return;
    }
    hints++;
    if ((kind & 1) != 0) {
      add(Fact.AUTHOR, FactSource.HINT, shortText(element, MAX_AUTHOR_CHARS));
    }
    if ((kind & 2) != 0) {
      add(Fact.PUBLISHED, FactSource.HINT, shortText(element, 120));
    }
  }

  /** 1 for an author, 2 for a date, 3 for both, 0 for neither. */
  private static int kindOf(String name) {
    String classes = name.toLowerCase(Locale.ROOT);
    if (FOREIGN.matcher(classes).find()) {
      return 0;
    }
    boolean author = NAMES_AUTHOR.matcher(classes).find() && !ABOUT_AUTHOR.matcher(classes).find();
    boolean date =
        NAMES_DATE.matcher(classes).find()
            || (classes.contains("date") && !classes.contains("updated"));
    return (author ? 1 : 0) | (date ? 2 : 0);
  }

  private void add(Fact fact, FactSource source, String value) {
    if (value != null && !value.isBlank()) {
      Set<String> of =
          values
              .computeIfAbsent(fact, f -> new EnumMap<>(FactSource.class))
              .computeIfAbsent(source, s -> new LinkedHashSet<>());
      if (of.size() < 20) {
        of.add(TextCollector.collapse(value, MAX_VALUE_CHARS));
      }
    }
  }

  /**
   * Adds the facts found to the page's metadata ({@link MetaNames}).
   *
   * @param title of the title element
   * @param text of the page
   * @param locale the declared language, possibly empty
   */
  void decide(Map<String, String> meta, String url, String title, String text, String locale) {
    if (CLASSES.size() > MAX_CLASSES) {
      CLASSES.clear();
    }
    Heading heading = heading(title);
    int at = heading == null ? 0 : Math.min(heading.at(), text.length());
    String[] lines =
        text.substring(at, Math.min(text.length(), at + SCANNED)).split("\n", MAX_LINES);
    MetaNames.put(meta, MetaNames.AUTHOR, author(url, lines));
    String published =
        WrittenDate.find(or(json.pageFact("datePublished", "dateCreated", "uploadDate")), locale);
    for (FactSource source : List.of(FactSource.META, FactSource.MICRODATA)) {
      published = published == null ? date(Fact.PUBLISHED, source, locale) : published;
    }
    if (published == null) {
      published = WrittenDate.inUrl(url);
    }
    for (FactSource source : List.of(FactSource.TIME, FactSource.HINT)) {
      published = published == null ? date(Fact.PUBLISHED, source, locale) : published;
    }
    if (published == null && heading != null) {
      int end = Math.min(text.length(), at + heading.text().length() + NEAR_HEADING);
      published = WrittenDate.find(text.substring(at, end), locale);
      if (published == null) {
        published = WrittenDate.find(text.substring(Math.max(0, at - 100), at), locale);
      }
    }
    // A date on a line of its own: below the text, or in a box beside it.
    for (int i = 0; published == null && i < lines.length; i++) {
      published = lines[i].length() <= MAX_LINE ? WrittenDate.find(lines[i], locale) : null;
    }
    MetaNames.put(meta, MetaNames.PUBLISHED, published);
    String modified = WrittenDate.find(or(json.pageFact("dateModified")), locale);
    for (FactSource source : FactSource.values()) {
      modified = modified == null ? date(Fact.MODIFIED, source, locale) : modified;
    }
    MetaNames.put(meta, MetaNames.MODIFIED, modified);
    MetaNames.put(
        meta, MetaNames.HEADLINE, heading == null ? namedHeadline(title) : heading.text());
    MetaNames.put(meta, MetaNames.BREADCRUMB, json.breadcrumb());
    String type = json.pageFact("@type");
    MetaNames.put(meta, MetaNames.PAGE_TYPE, type == null ? openGraph.get("ogtype") : type);
    MetaNames.put(meta, MetaNames.SITE_NAME, openGraph.get("ogsitename"));
  }

  private String date(Fact fact, FactSource source, String locale) {
    for (String value : found(fact, source)) {
      String date = WrittenDate.find(value, locale);
      if (date != null) {
        return date;
      }
    }
    return null;
  }

  private Set<String> found(Fact fact, FactSource source) {
    return values.getOrDefault(fact, Map.of()).getOrDefault(source, Set.of());
  }

  private String author(String url, String[] lines) {
    // The site's own name counts as the author only if there is no other.
    Authors authors = new Authors(openGraph.get("ogsitename"), url);
    List<String> names = authors.names(json.authors());
    for (FactSource source : FactSource.values()) {
      if (names.isEmpty()) {
        Set<String> found = found(Fact.AUTHOR, source);
        // The first link or class is the byline; the others belong to other articles.
        boolean many = source == FactSource.META || source == FactSource.MICRODATA;
        names = authors.names(many ? found : found.stream().limit(1).toList());
      }
    }
    for (int i = 0; names.isEmpty() && i < lines.length; i++) {
      names = lines[i].length() <= MAX_LINE ? authors.byline(lines[i]) : names;
    }
    if (names.isEmpty()) {
      names = authors.publisher();
    }
    return names.isEmpty() ? null : String.join("; ", names);
  }

  /**
   * The heading contained in the page's title; of several the longest. If there is none, the only
   * h1.
   */
  private Heading heading(String title) {
    List<String> titles =
        Stream.of(or(title), or(openGraph.get("ogtitle")), or(json.pageFact("headline", "name")))
            .map(FactCollector::plain)
            .toList();
    Heading best = null;
    Heading h1 = null;
    int firsts = 0;
    int length = 3;
    String site = plain(or(openGraph.get("ogsitename")));
    for (Heading heading : headings) {
      String plain = plain(heading.text());
      if (heading.first()) {
        firsts++;
        h1 = heading;
      }
      if (plain.length() > length
          && !plain.equals(site)
          && titles.stream().anyMatch(named -> named.contains(plain))) {
        best = heading;
        length = plain.length();
      }
    }
    return best != null || firsts != 1 || plain(h1.text()).equals(site) ? best : h1;
  }

  /** The title without the site's name, which a sign separates at either end. */
  private String namedHeadline(String title) {
    String headline = json.pageFact("headline");
    headline = headline == null ? openGraph.get("ogtitle") : headline;
    headline = headline == null ? title : headline;
    String best = "";
    for (String part : headline.split(" (?:[-|–—•·»«>]|::) ", -1)) {
      best = part.length() > best.length() ? part : best;
    }
    return best.strip();
  }

  private static String or(String text) {
    return text == null ? "" : text;
  }

  /** Letters and digits, lower case. */
  static String plain(String name) {
    StringBuilder plain = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isLetterOrDigit(c)) {
        plain.append(Character.toLowerCase(c));
      }
    }
    return plain.toString();
  }

  /** The text in an element, cut to this length: its cost does not grow with the element. */
  private static String shortText(Element element, int maxChars) {
    StringBuilder text = new StringBuilder();
    Iterator<Node> nodes = NodeIterator.from(element);
    for (int i = 0; nodes.hasNext() && i <= 40 && text.length() <= maxChars; i++) {
      if (nodes.next() instanceof TextNode piece) {
        text.append(piece.getWholeText(), 0, Math.min(piece.getWholeText().length(), maxChars))
            .append(' ');
      }
    }
    return TextCollector.collapse(text.toString(), maxChars);
  }
}
