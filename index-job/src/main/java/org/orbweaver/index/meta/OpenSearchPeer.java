package org.orbweaver.index.meta;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchResult.Hit;
import org.orbweaver.index.search.Snippet;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Another search engine, searched according to its OpenSearch 1.1 description: results as Atom, RSS
 * or JSON (objects with {@code url}, {@code title} and {@code snippet} under {@code results}, as
 * {@code orb serve} gives them). An answer has at most {@link #MAX_BYTES}; XML with a document type
 * is refused, and only http links are taken.
 */
public final class OpenSearchPeer implements MetaSearch.SearchSource {
  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_CHARS = 300;
  private static final int MAX_DEPTH = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(8);
  private static final Pattern PARAMETER = Pattern.compile("\\{(?:\\w+:)?(\\w+)(\\?)?}");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern LINK = Pattern.compile("https?://\\S+");

  /** The first is preferred. */
  private static final List<String> TYPES =
      List.of("application/json", "application/atom+xml", "application/rss+xml");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  private final String description;

  /**
   * @param description file or http URL of the description; it is read when the peer is asked
   */
  public OpenSearchPeer(String description) {
    this.description = description;
  }

  @Override
  public SearchResult search(SearchRequest request) throws IOException {
    byte[] text =
        LINK.matcher(description).matches()
            ? get(description)
            : Files.readAllBytes(Path.of(description));
    List<Hit> hits = hits(get(address(text, request)));
    return new SearchResult(
        description,
        List.of(),
        hits.subList(0, Math.min(hits.size(), request.size())),
        hits.size(),
        false,
        true,
        request.query(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0);
  }

  private static byte[] get(String url) throws IOException {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).build();
      HttpResponse<InputStream> response =
          CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        byte[] bytes = body.readNBytes(MAX_BYTES + 1);
        if (response.statusCode() != 200 || bytes.length > MAX_BYTES) {
          throw OrbException.failed(
              url
                  + (bytes.length > MAX_BYTES
                      ? " answers with more than " + MAX_BYTES + " bytes"
                      : " answers with status " + response.statusCode()));
        }
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(url + " is no URL: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The URL of the results, by the best of the description's templates. */
  private static String address(byte[] description, SearchRequest request) throws IOException {
    String template = null;
    String first = "1";
    int best = TYPES.size();
    for (Element url : elements(xml(description), "Url")) {
      int type = TYPES.indexOf(url.getAttribute("type"));
      if (type >= 0 && type < best && Set.of("", "results").contains(url.getAttribute("rel"))) {
        best = type;
        template = url.getAttribute("template");
        first = url.hasAttribute("indexOffset") ? url.getAttribute("indexOffset") : "1";
      }
    }
    if (template == null) {
      throw OrbException.failed("the description has no Url of type " + String.join(", ", TYPES));
    }
    Map<String, String> values =
        Map.of(
            "searchTerms",
            URLEncoder.encode(request.query(), StandardCharsets.UTF_8),
            "count",
            String.valueOf(request.size()),
            "startIndex",
            first,
            "startPage",
            "1",
            "inputEncoding",
            "UTF-8",
            "outputEncoding",
            "UTF-8",
            "language",
            request.languages().stream().findFirst().orElse("*"));
    return PARAMETER
        .matcher(template)
        .replaceAll(
            parameter -> {
              String value = values.get(parameter.group(1));
              if (value == null && parameter.group(2) == null) {
                throw OrbException.failed("the template asks for {" + parameter.group(1) + "}");
              }
              return Matcher.quoteReplacement(value == null ? "" : value);
            });
  }

  private static Document xml(byte[] text) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setAttribute("jdk.xml.maxElementDepth", String.valueOf(MAX_DEPTH));
      DocumentBuilder reader = factory.newDocumentBuilder();
      reader.setErrorHandler(null); // The default handler would print.
      return reader.parse(new ByteArrayInputStream(text));
    } catch (ParserConfigurationException | SAXException e) {
      throw OrbException.failed("neither JSON nor XML that can be read: " + e.getMessage(), e);
    }
  }

  private static List<Element> elements(Node in, String name) {
    NodeList found =
        in instanceof Element element
            ? element.getElementsByTagNameNS("*", name)
            : ((Document) in).getElementsByTagNameNS("*", name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private static List<Hit> hits(byte[] answer) throws IOException {
    String text = new String(answer, StandardCharsets.UTF_8).strip();
    List<Hit> hits = new ArrayList<>();
    if (text.startsWith("{")) {
      if (Json.parse(text).get("results") instanceof List<?> results) {
        for (Object result : results) {
          if (result instanceof Map<?, ?> fields) {
            add(hits, fields);
          }
        }
      }
      return hits;
    }
    Document feed = xml(answer);
    for (Element item : elements(feed, elements(feed, "entry").isEmpty() ? "item" : "entry")) {
      Map<String, String> fields = new HashMap<>();
      for (Node child = item.getFirstChild(); child != null; child = child.getNextSibling()) {
        if (child instanceof Element field) {
          String href = field.getAttribute("href");
          if (href.isEmpty() || Set.of("", "alternate").contains(field.getAttribute("rel"))) {
            fields.putIfAbsent(
                field.getLocalName(), href.isEmpty() ? field.getTextContent() : href);
          }
        }
      }
      add(hits, fields);
    }
    return hits;
  }

  private static void add(List<Hit> hits, Map<?, ?> fields) {
    String url = first(fields, "url", "link");
    if (LINK.matcher(url).matches()) {
      String snippet = first(fields, "snippet", "description", "summary", "content");
      hits.add(
          new Hit(
              hits.size() + 1,
              url,
              plain(first(fields, "title")),
              List.of(),
              new Snippet(plain(snippet), List.of()),
              0,
              0,
              0,
              0,
              first(fields, "lang"),
              first(fields, "type"),
              0,
              false,
              "",
              0,
              "",
              Map.of()));
    }
  }

  private static String first(Map<?, ?> fields, String... names) {
    for (String name : names) {
      if (fields.get(name) instanceof String text) {
        return text.strip();
      }
    }
    return "";
  }

  /** Feeds hold markup as text. */
  private static String plain(String text) {
    return Texts.collapse(TAG.matcher(text).replaceAll(" "), MAX_CHARS);
  }
}
