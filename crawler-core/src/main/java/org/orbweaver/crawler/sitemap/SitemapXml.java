package org.orbweaver.crawler.sitemap;

import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.orbweaver.crawler.sitemap.Sitemap.Format;

/**
 * Pulls the entries out of a sitemap, an index or a feed in XML.
 *
 * <p>Names are compared as written, without namespaces, which real sitemaps get wrong (undeclared
 * prefixes, misspelt addresses): an entry's elements are those with the prefix of the root element,
 * mostly none, directly within the entry; {@code image:loc} and the like have another.
 */
final class SitemapXml {

  /** The formats need five; deeper ones only cost memory. */
  private static final int MAX_DEPTH = 64;

  private static final int MAX_MESSAGE_CHARS = 200;

  private static final Set<String> FIELDS =
      Set.of(
          "loc",
          "lastmod",
          "priority", // sitemaps and indexes
          "link",
          "guid",
          "pubDate", // RSS
          "updated",
          "modified",
          "published"); // Atom, the second in version .3

  /** The date in RSS 1.0, by the usual prefix. */
  private static final String DC_DATE = "dc:date";

  /** Takes an entry's values as written; null for what is not given. */
  @FunctionalInterface
  interface Sink {
    void entry(String loc, String lastmod, String priority);
  }

  private final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();

  private Format format;
  private String problem;

  private XMLStreamReader in;
  private Sink sink;
  private int maxChars;
  private int depth;
  private String prefix;
  private String entryName;
  private int entryDepth;
  private final Map<String, String> values = new HashMap<>();
  private String field;
  private int fieldDepth;
  private boolean fieldBroken;
  private final StringBuilder text = new StringBuilder();

  SitemapXml() {
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("refers to " + systemId);
        });
  }

  /** What the last document was. */
  Format format() {
    return format;
  }

  /** Why the reading of the last document ended early, with the line; else empty. */
  String problem() {
    return problem;
  }

  /**
   * Reads a document to its end, or as far as it is well-formed.
   *
   * @param maxUrlChars longer texts of elements are cut there, and unusable
   */
  void read(InputStream bytes, int maxUrlChars, Runnable pulse, Sink entries) {
    format = Format.NONE;
    problem = "";
    sink = entries;
    maxChars = maxUrlChars;
    depth = 0;
    prefix = "";
    entryName = null;
    entryDepth = 0;
    field = null;
    values.clear();
    try {
      in = factory.createXMLStreamReader(bytes);
      while (in.hasNext()) {
        event(in.next());
        if (depth > MAX_DEPTH) {
          problem = at("elements nested more than " + MAX_DEPTH + " deep");
          break;
        }
        if (depth > 0 && entryName == null) {
          problem = "not a sitemap or a feed: its root element is " + cut(in.getLocalName());
          break;
        }
      }
    } catch (XMLStreamException | RuntimeException e) {
      // The JDK's parser has unchecked exceptions for some input. If it was the pulse's, it says
      // it again.
      pulse.run();
      problem = problem(e);
    }
    if (format != Format.NONE && entryDepth > 0 && values.containsKey("loc")) {
      endEntry();
    }
    in = null;
  }

  private void event(int event) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> {
        depth++;
        start(in.getLocalName());
      }
      case XMLStreamConstants.END_ELEMENT -> {
        end();
        depth--;
      }
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
        if (field != null && text.length() <= maxChars) {
          int room = maxChars + 1 - text.length();
          text.append(
              in.getTextCharacters(), in.getTextStart(), Math.min(in.getTextLength(), room));
        }
      }
      // An entity that is none of XML's own: nobody knows what it stands for.
      case XMLStreamConstants.ENTITY_REFERENCE -> fieldBroken = true;
      default -> {}
    }
  }

  private void start(String name) {
    if (depth == 1) {
      root(name);
      return;
    }
    if (entryDepth == 0) {
      if (name.equals(entryName)) {
        entryDepth = depth;
        values.clear();
      }
      return;
    }
    if (depth != entryDepth + 1 || field != null) {
      return;
    }
    String local =
        name.startsWith(prefix) && name.indexOf(':', prefix.length()) < 0
            ? name.substring(prefix.length())
            : "";
    if (format == Format.ATOM && local.equals("link")) {
      atomLink();
    } else if (FIELDS.contains(local) || name.equals(DC_DATE)) {
      boolean permalink =
          !local.equals("guid") || !"false".equals(in.getAttributeValue(null, "isPermaLink"));
      if (permalink) {
        field = local.isEmpty() ? DC_DATE : local;
        fieldDepth = depth;
        fieldBroken = false;
        text.setLength(0);
      }
    }
  }

  private void root(String name) {
    int colon = name.indexOf(':');
    String local = name.substring(colon + 1);
    format =
        switch (local) {
          case "urlset" -> Format.URLSET;
          case "sitemapindex" -> Format.INDEX;
          case "rss", "RDF" -> Format.RSS;
          case "feed" -> Format.ATOM;
          default -> Format.NONE;
        };
    // The items of rdf:RDF have no prefix.
    prefix = format == Format.RSS ? "" : name.substring(0, colon + 1);
    entryName =
        switch (format) {
          case URLSET -> prefix + "url";
          case INDEX -> prefix + "sitemap";
          case RSS -> "item";
          case ATOM -> prefix + "entry";
          case TEXT, NONE -> null;
        };
  }

  /** The page itself is the link without rel or with alternate, and of these the first. */
  private void atomLink() {
    String href = in.getAttributeValue(null, "href");
    String rel = in.getAttributeValue(null, "rel");
    if (href != null && (rel == null || rel.equals("alternate"))) {
      values.putIfAbsent("link", href.strip());
    }
  }

  private void end() {
    if (field != null && depth == fieldDepth) {
      if (!fieldBroken) {
        values.putIfAbsent(field, text.toString().strip());
      } else {
        values.putIfAbsent(field, "");
      }
      field = null;
    }
    if (entryDepth > 0 && depth == entryDepth) {
      endEntry();
      entryDepth = 0;
    }
  }

  private void endEntry() {
    switch (format) {
      case URLSET, INDEX ->
          sink.entry(values.get("loc"), values.get("lastmod"), values.get("priority"));
      case RSS -> sink.entry(first("link", "guid"), first("pubDate", DC_DATE), null);
      case ATOM -> sink.entry(values.get("link"), first("updated", "modified", "published"), null);
      case TEXT, NONE -> {}
    }
    values.clear();
  }

  private String first(String... names) {
    for (String name : names) {
      String value = values.get(name);
      if (value != null && !value.isEmpty()) {
        return value;
      }
    }
    return null;
  }

  private String problem(Exception e) {
    if (e instanceof XMLStreamException broken && broken.getLocation() != null) {
      return "line " + broken.getLocation().getLineNumber() + ": " + message(e);
    }
    return at(message(e));
  }

  private String at(String what) {
    return in == null ? what : "line " + in.getLocation().getLineNumber() + ": " + what;
  }

  /** What is to be said, without the place, which the JDK puts on a line before. */
  private static String message(Exception e) {
    String whole = e.getMessage();
    if (whole == null) {
      return e.getClass().getSimpleName();
    }
    int start = whole.indexOf("Message: ");
    String said = start < 0 ? whole : whole.substring(start + "Message: ".length());
    return cut(said.lines().findFirst().orElse(""));
  }

  private static String cut(String message) {
    return message.length() <= MAX_MESSAGE_CHARS
        ? message
        : message.substring(0, MAX_MESSAGE_CHARS) + "…";
  }
}
