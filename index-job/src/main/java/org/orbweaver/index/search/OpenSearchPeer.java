package org.orbweaver.index.search;

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
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.search.SearchResult.Hit;

/**
 * Another search engine, asked as its OpenSearch 1.1 description says: results as Atom, RSS or JSON
 * ({@code orb serve}'s, or objects with {@code url} or {@code link} under {@code results}, {@code
 * items} or {@code hits}). An answer has at most {@link #MAX_BYTES}; XML is read without document
 * types and external entities, and only http links are taken.
 */
public final class OpenSearchPeer implements MetaSearch.Source {
  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_CHARS = 300;
  private static final Duration TIMEOUT = Duration.ofSeconds(8);
  private static final Pattern PARAMETER = Pattern.compile("\\{(?:\\w+:)?(\\w+)(\\?)?}");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern LINK = Pattern.compile("https?://\\S+");

  /** The first is preferred. */
  private static final List<String> TYPES =
      List.of("application/json", "application/atom+xml", "application/rss+xml");

  private static final Set<String> ITEMS = Set.of("entry", "item");
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
    try {
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
          request.query(),
          List.of(),
          Optional.empty(),
          List.of(),
          0);
    } catch (XMLStreamException e) {
      throw OrbException.failed("neither JSON nor XML that can be read: " + e.getMessage(), e);
    }
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

  /** Where the results are, by the best of the description's templates. */
  private static String address(byte[] description, SearchRequest request)
      throws XMLStreamException {
    XMLStreamReader xml = xml(description);
    String template = null;
    String first = "1";
    int best = TYPES.size();
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("Url")) {
        String rel = xml.getAttributeValue(null, "rel");
        int type = TYPES.indexOf(xml.getAttributeValue(null, "type"));
        if (type >= 0 && type < best && (rel == null || rel.equals("results"))) {
          best = type;
          template = xml.getAttributeValue(null, "template");
          first = Optional.ofNullable(xml.getAttributeValue(null, "indexOffset")).orElse("1");
        }
      }
    }
    if (template == null) {
      throw OrbException.failed("the description has no Url of type " + String.join(", ", TYPES));
    }
    Map<String, String> values =
        Map.of(
            "searchTerms", URLEncoder.encode(request.query(), StandardCharsets.UTF_8),
            "count", String.valueOf(request.size()),
            "startIndex", first,
            "startPage", "1",
            "inputEncoding", "UTF-8",
            "outputEncoding", "UTF-8",
            "language", "*");
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

  private static XMLStreamReader xml(byte[] text) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory.createXMLStreamReader(new ByteArrayInputStream(text));
  }

  private static List<Hit> hits(byte[] answer) throws IOException, XMLStreamException {
    String text = new String(answer, StandardCharsets.UTF_8).strip();
    List<Hit> hits = new ArrayList<>();
    if (text.startsWith("{")) {
      Map<String, Object> json = Json.parse(text);
      for (String name : List.of("results", "items", "hits")) {
        if (json.get(name) instanceof List<?> items) {
          for (Object item : items) {
            if (item instanceof Map<?, ?> fields) {
              add(hits, fields);
            }
          }
        }
      }
      return hits;
    }
    XMLStreamReader xml = xml(answer);
    Map<String, String> item = null;
    String name = "";
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          name = xml.getLocalName();
          if (ITEMS.contains(name)) {
            item = new HashMap<>();
          }
          String link = xml.getAttributeValue(null, "href");
          String rel = xml.getAttributeValue(null, "rel");
          if (item != null && link != null && (rel == null || rel.equals("alternate"))) {
            item.put(name, link);
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          if (item != null && !xml.isWhiteSpace()) {
            item.merge(name, xml.getText(), String::concat);
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          if (ITEMS.contains(xml.getLocalName())) {
            add(hits, item);
            item = null;
          }
        }
        default -> {}
      }
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
              new Snippet(plain(snippet), List.of()),
              0,
              0,
              0,
              0,
              first(fields, "lang"),
              first(fields, "type"),
              0,
              "",
              0,
              ""));
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
