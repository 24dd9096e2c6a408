package org.orbweaver.crawler.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/**
 * Reads schema.org facts from the JSON-LD blocks of a page. Only known keys are kept, values that
 * repeat the page in full (articleBody) are skipped unread, and depth and number are bounded. In a
 * broken block, the part before the fault counts.
 */
final class JsonLd {

  private static final int MAX_CHARS = 500_000;
  private static final int MAX_DEPTH = 12;
  private static final int MAX_NODES = 2000;
  private static final int MAX_VALUE_CHARS = 500;

  private static final Set<String> KEYS =
      Set.of(
          ("@graph @id @type headline name datePublished dateCreated uploadDate dateModified author"
                  + " creator itemListElement item mainEntity mainEntityOfPage")
              .split(" ", -1));

  /** Types that describe the page as a whole, the most reliable first. */
  private static final List<String> PAGE_TYPES =
      List.of(
          ("article posting report recipe review videoobject product event book course dataset"
                  + " qapage webpage")
              .split(" ", -1));

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .build();

  private final List<Map<String, Object>> objects = new ArrayList<>();
  private final Map<String, Map<String, Object>> byId = new HashMap<>();
  private int nodes;

  /** Adds one block. */
  void add(String script) {
    String json = script.strip();
    int begin = StringUtils.indexOfAny(json, '{', '['); // After comment or CDATA marks.
    if (begin < 0 || begin > 100 || json.length() > MAX_CHARS) {
      return;
    }
    try (JsonParser in = JSON.createParser(json.substring(begin))) {
      in.nextToken();
      value(in, 0, new ArrayList<>());
    } catch (IOException e) {
      return; // The part before the fault has been kept.
    }
  }

  /** Reads the current value into {@code to}. */
  private void value(JsonParser in, int depth, List<Object> to) throws IOException {
    JsonToken token = in.currentToken();
    if (token == null) {
      return;
    }
    if (token.isStructStart() && (depth >= MAX_DEPTH || nodes >= MAX_NODES)) {
      in.skipChildren();
    } else if (token == JsonToken.START_ARRAY) {
      while (in.nextToken() != JsonToken.END_ARRAY && in.currentToken() != null) {
        value(in, depth + 1, to);
      }
    } else if (token == JsonToken.START_OBJECT) {
      nodes++;
      Map<String, Object> object = new HashMap<>();
      objects.add(object);
      to.add(object);
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String key = in.currentName();
        in.nextToken();
        if (KEYS.contains(key)) {
          List<Object> values = new ArrayList<>(1);
          object.put(key, values);
          value(in, depth + 1, values);
        } else {
          in.skipChildren();
        }
      }
      String id = text(object, "@id");
      if (id != null && object.size() > 1) {
        byId.putIfAbsent(id, object);
      }
    } else if (token == JsonToken.VALUE_STRING && in.getTextLength() <= MAX_VALUE_CHARS) {
      to.add(in.getText());
    }
  }

  private static List<?> values(Map<String, Object> object, String key) {
    return object.get(key) instanceof List<?> list ? list : List.of();
  }

  private static String text(Map<String, Object> object, String key) {
    for (Object value : values(object, key)) {
      if (value instanceof String string && !string.isBlank()) {
        return string;
      }
    }
    return null;
  }

  /** The object that describes the page: the first one of the best type; empty if none does. */
  private Map<String, Object> page() {
    Map<String, Object> best = Map.of();
    int bestRank = PAGE_TYPES.size();
    for (Map<String, Object> object : objects) {
      String type = text(object, "@type");
      String lower = type == null ? "" : type.toLowerCase(Locale.ROOT);
      for (int rank = 0; rank < bestRank; rank++) {
        if (lower.endsWith(PAGE_TYPES.get(rank))) {
          best = object;
          bestRank = rank;
        }
      }
    }
    return best;
  }

  /** The first value of these keys in the object that describes the page, or null. */
  String pageFact(String... keys) {
    Map<String, Object> page = page();
    return Stream.of(keys)
        .map(key -> text(page, key))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Names of the page's authors, possibly none. */
  List<String> authors() {
    Map<String, Object> page = page();
    List<String> names = new ArrayList<>();
    for (String key : List.of("author", "creator")) {
      for (Object value : values(page, key)) {
        String name = name(value);
        if (name != null && !names.contains(name) && names.size() < 20) {
          names.add(name);
        }
      }
      if (!names.isEmpty()) {
        break;
      }
    }
    return names;
  }

  /** Names of the pages above this one, from the top, separated by {@code " > "}; or null. */
  String breadcrumb() {
    for (Map<String, Object> object : objects) {
      if ("BreadcrumbList".equals(text(object, "@type"))) {
        String trail =
            values(object, "itemListElement").stream()
                .map(this::name)
                .filter(Objects::nonNull)
                .limit(12)
                .collect(Collectors.joining(" > "));
        return trail.isEmpty() ? null : trail;
      }
    }
    return null;
  }

  /** The name of a string, of an object, or of the object it refers to. */
  @SuppressWarnings("unchecked")
  private String name(Object value) {
    if (value instanceof String string) {
      return string;
    }
    Map<String, Object> object = (Map<String, Object>) value;
    String name = text(object, "name");
    if (name == null) {
      Map<String, Object> target = byId.get(text(object, "@id"));
      name = target == null ? null : text(target, "name");
    }
    for (Object item : name == null ? values(object, "item") : List.of()) {
      name = item instanceof Map<?, ?> map ? text((Map<String, Object>) map, "name") : name;
    }
    return name;
  }
}
