package org.orbweaver.crawler.sitemap;

import java.io.Reader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.commons.lang3.StringUtils;
import org.orbweaver.crawler.sitemap.Sitemap.Format;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Extracts the entries of a sitemap, an index or a feed in XML.
 *
 * <p>Names are compared as written, without namespaces, since real sitemaps get these wrong
 * (undeclared prefixes, misspelt addresses). An entry's elements are those directly in the entry
 * with the prefix of the root element, usually none; {@code image:loc} and the like have another
 * prefix.
 */
final class SitemapXml {

  /** The formats need five; deeper ones only cost memory. */
  private static final int MAX_DEPTH = 64;

  private static final int MAX_MESSAGE_CHARS = 200;

  /** Fields of sitemaps and indexes; of RSS; of Atom, with "modified" from version 0.3. */
  private static final Set<String> FIELDS =
      Set.of("loc lastmod priority link guid pubDate updated modified published".split(" ", -1));

  private static final Set<String> REFERENCES = Set.of("loc", "link", "guid");

  /** The date in RSS 1.0, by the usual prefix. */
  private static final String DC_DATE = "dc:date";

  /** Receives an entry's values as written; null for missing ones. */
  @FunctionalInterface
  interface Sink {
    void entry(String loc, String lastmod, String priority);
  }

  private final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();

  private final UrlNormalizer urls = new UrlNormalizer();

  private Format format;
  private String problem;

  private XMLStreamReader in;
  private Sink sink;
  private int maxChars;
  private int depth;

  /** The base URLs of references, by depth; at 0 the document's URL. */
  private final String[] bases = new String[MAX_DEPTH + 1];

  private String prefix;
  private final Map<String, String> values = new HashMap<>();

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

  /** The format of the last document. */
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
   * @param url of the document
   * @param maxUrlChars longer texts of elements are truncated and not used
   */
  void read(Reader text, String url, int maxUrlChars, Runnable pulse, Sink entries) {
    format = Format.NONE;
    problem = "";
    sink = entries;
    maxChars = maxUrlChars;
    depth = 0;
    bases[0] = url;
    values.clear();
    try {
      in = factory.createXMLStreamReader(text);
      String entryName = null;
      while (in.hasNext()) {
        if (next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        if (depth == 1) {
          entryName = root(in.getLocalName());
        } else if (in.getLocalName().equals(entryName)) {
          entry();
        }
      }
    } catch (XMLStreamException | RuntimeException e) {
      // The JDK's parser throws unchecked exceptions for some input. If the pulse threw this one,
      // it throws again.
      pulse.run();
      problem = problem(e);
    }
    if (values.containsKey("loc")) { // A truncated entry.
      endEntry();
    }
    in = null;
  }

  private int next() throws XMLStreamException {
    int event = in.next();
    if (event == XMLStreamConstants.START_ELEMENT && ++depth > MAX_DEPTH) {
      throw fault("elements nested more than " + MAX_DEPTH + " deep");
    } else if (event == XMLStreamConstants.START_ELEMENT) {
      String base = in.getAttributeValue(XMLConstants.XML_NS_URI, "base");
      String absolute = base == null ? null : urls.resolveAsIs(bases[depth - 1], base.strip());
      bases[depth] = absolute == null ? bases[depth - 1] : absolute;
    } else if (event == XMLStreamConstants.END_ELEMENT) {
      depth--;
    }
    return event;
  }

  private XMLStreamException fault(String message) {
    return new XMLStreamException(message, in.getLocation());
  }

  /** Finds the format, and returns the name of its entries. */
  private String root(String name) throws XMLStreamException {
    int colon = name.indexOf(':');
    prefix = name.substring(0, colon + 1);
    switch (name.substring(colon + 1)) {
      case "urlset" -> format = Format.URLSET;
      case "sitemapindex" -> format = Format.INDEX;
      case "rss", "RDF" -> format = Format.RSS;
      case "feed" -> format = Format.ATOM;
      default ->
          throw fault(
              "not a sitemap or a feed: its root element is "
                  + StringUtils.abbreviate(name, "…", MAX_MESSAGE_CHARS));
    }
    return switch (format) {
      case URLSET -> prefix + "url";
      case INDEX -> prefix + "sitemap";
      case ATOM -> prefix + "entry";
      default -> {
        prefix = ""; // The items of rdf:RDF have none.
        yield "item";
      }
    };
  }

  /** Reads the elements directly within an entry, whose start has been read. */
  private void entry() throws XMLStreamException {
    int own = depth;
    while (depth >= own) {
      if (next() == XMLStreamConstants.START_ELEMENT && depth == own + 1) {
        String field = field(in.getLocalName());
        if (field != null) {
          boolean reference = REFERENCES.contains(field);
          String base = bases[depth];
          values.putIfAbsent(field, reference ? absolute(base, text()) : text());
        }
      }
    }
    endEntry();
  }

  /** The name under which an element's text is kept; null if it is not kept. */
  private String field(String name) {
    if (name.equals(DC_DATE)) {
      return DC_DATE;
    }
    String local = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
    if (format == Format.ATOM && local.equals("link")) {
      atomLink();
      return null;
    }
    boolean tag = local.equals("guid") && "false".equals(in.getAttributeValue(null, "isPermaLink"));
    return FIELDS.contains(local) && !tag ? local : null;
  }

  /** The page is the first link that has no rel or the rel alternate. */
  private void atomLink() {
    String href = in.getAttributeValue(null, "href");
    String rel = in.getAttributeValue(null, "rel");
    if (href != null && (rel == null || rel.equals("alternate"))) {
      values.putIfAbsent("link", absolute(bases[depth], href.strip()));
    }
  }

  /** A reference resolved against {@code xml:base}; as written if there is none. */
  private String absolute(String base, String reference) {
    String absolute = base.equals(bases[0]) ? null : urls.resolveAsIs(base, reference);
    return absolute == null ? reference : absolute;
  }

  /**
   * The text of an element, whose start has been read; too long a text is truncated and not used.
   */
  private String text() throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    boolean broken = false;
    for (int own = depth; depth >= own; ) {
      switch (next()) {
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          int length = Math.min(in.getTextLength(), Math.max(0, maxChars + 1 - text.length()));
          text.append(in.getTextCharacters(), in.getTextStart(), length);
        }
        // An entity that is not one of XML's own has no known value.
        case XMLStreamConstants.ENTITY_REFERENCE -> broken = true;
        default -> {}
      }
    }
    return broken ? "" : text.toString().strip();
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
    Location place =
        e instanceof XMLStreamException broken ? broken.getLocation() : in.getLocation();
    return place == null ? message(e) : "line " + place.getLineNumber() + ": " + message(e);
  }

  /** The message without the place, which the JDK puts on a line before it. */
  private static String message(Exception e) {
    String whole = e.getMessage();
    if (whole == null) {
      return e.getClass().getSimpleName();
    }
    int start = whole.indexOf("Message: ");
    String said = start < 0 ? whole : whole.substring(start + "Message: ".length());
    return StringUtils.abbreviate(said.lines().findFirst().orElse(""), "…", MAX_MESSAGE_CHARS);
  }
}
