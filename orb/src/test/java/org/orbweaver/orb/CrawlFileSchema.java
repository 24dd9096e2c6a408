package org.orbweaver.orb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.crawlfile.CrawlFileKeys;
import org.orbweaver.common.crawlfile.CrawlFileKeys.Entry;
import org.orbweaver.common.crawlfile.SiteKeys;
import org.orbweaver.common.crawlfile.SiteKeys.SiteKey;
import org.orbweaver.common.text.Json;

/** The JSON Schema of crawl files, by which editors complete and check them. */
final class CrawlFileSchema {
  private static final Map<String, Object> WORD =
      fields("type", List.of("string", "number", "boolean"));

  private static final Map<String, Object> WORDS = list(WORD);

  private CrawlFileSchema() {}

  /** The text of {@code conf/crawl.schema.json}. */
  static String json() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Entry entry : CrawlFileKeys.all()) {
      if (entry.section().isEmpty()) {
        properties.put(entry.name(), value(entry));
      } else if (!entry.section().equals("seeds")) {
        @SuppressWarnings("unchecked")
        Map<String, Object> section =
            (Map<String, Object>)
                properties.computeIfAbsent(entry.section(), name -> object(new LinkedHashMap<>()));
        properties(section).put(entry.shortName(), value(entry));
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "http://json-schema.org/draft-07/schema#");
    schema.put("title", "Orbweaver crawl file");
    schema.putAll(object(properties));
    schema.put("required", List.of("directory"));
    return Json.pretty(schema);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> properties(Map<String, Object> object) {
    return (Map<String, Object>) object.get("properties");
  }

  /** In this order, so that the text is always the same. */
  private static Map<String, Object> fields(Object... pairs) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put((String) pairs[i], pairs[i + 1]);
    }
    return fields;
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", "object");
    object.put("additionalProperties", false);
    object.put("properties", properties);
    return object;
  }

  private static Map<String, Object> anyOf(Object... schemas) {
    return fields("anyOf", List.of(schemas));
  }

  private static Map<String, Object> list(Object items) {
    return anyOf(items, fields("type", "array", "items", items));
  }

  private static Map<String, Object> value(Entry entry) {
    Map<String, Object> value = new LinkedHashMap<>(type(entry));
    entry
        .key()
        .ifPresent(
            key -> {
              String byDefault = entry.unit().show(key.defaultText());
              String unit = entry.unit().symbol();
              value.put(
                  "description",
                  key.description()
                      + (unit.isEmpty() ? "" : " A number without a unit is in " + unit + ".")
                      + (byDefault.isEmpty() ? "" : " Default: " + byDefault + ".")
                      + " Setting: "
                      + key.name()
                      + ".");
            });
    return value;
  }

  private static Map<String, Object> type(Entry entry) {
    return switch (entry.name()) {
      case "directory" -> fields("type", "string", "description", "Where the crawl is kept.");
      case "scope.stay" ->
          fields(
              "enum",
              List.of("host", "domain", "anywhere"),
              "description",
              "Where links are followed to: within the host or the registered domain of their"
                  + " page, or anywhere.");
      case "seeds" ->
          anyOf(
              fields("type", "array", "items", fields("type", "string")),
              object(fields("urls", WORDS, "files", WORDS, "sitemaps", WORDS)));
      case "outputs" ->
          fields(
              "type",
              "array",
              "items",
              object(fields("format", WORD, "folder", fields("type", "string"))));
      case "sources" -> {
        Object bytes = anyOf(fields("type", "integer"), fields("type", "string"));
        Object source =
            object(
                fields(
                    "root",
                    fields("type", "string"),
                    "connections",
                    fields("type", "integer"),
                    "bytes-per-second",
                    bytes));
        yield fields("type", "array", "items", anyOf(fields("type", "string"), source));
      }
      case "scope.rules" -> rules();
      case "sites" -> sites();
      case "plugins.settings" ->
          fields("type", "object", "additionalProperties", fields("type", "object"));
      default -> entry.key().map(key -> type(entry, key)).orElse(WORD);
    };
  }

  private static Map<String, Object> rules() {
    Object what =
        anyOf(
            WORDS,
            object(
                fields(
                    "prefix", WORDS, "glob", WORDS, "regex", WORDS, "host", WORDS, "domain",
                    WORDS)));
    return fields("type", "array", "items", object(fields("include", what, "exclude", what)));
  }

  private static Map<String, Object> sites() {
    Map<String, Object> block = object(new LinkedHashMap<>());
    List<Object> kinds = new ArrayList<>();
    for (SiteKey key : SiteKeys.all()) {
      Map<String, Object> properties = properties(block);
      for (String group : key.group().split("\\.")) {
        if (!group.isEmpty()) {
          @SuppressWarnings("unchecked")
          Map<String, Object> mapping =
              (Map<String, Object>)
                  properties.computeIfAbsent(group, name -> object(new LinkedHashMap<>()));
          properties = properties(mapping);
        }
      }
      Map<String, Object> value = new LinkedHashMap<>(type(key));
      value.put("description", key.description());
      properties.put(key.shortName(), value);
      if (key.shape() == SiteKeys.Shape.SITE) {
        kinds.add(fields("required", List.of(key.name())));
      }
    }
    block.put("oneOf", kinds);
    return fields("type", "array", "items", block);
  }

  private static Map<String, Object> type(SiteKey key) {
    return switch (key.shape()) {
      case TEXT -> WORD;
      case NUMBER -> number(!key.name().equals("delay"), key.unit().written());
      case CHOICE ->
          key.choices().contains("true")
              ? fields("type", "boolean")
              : fields("enum", key.choices());
      case LIST -> WORDS;
      case MAP, SECRETS -> fields("type", "object", "additionalProperties", WORD);
      case RULES -> rules();
      case SECRET -> fields("type", "string", "pattern", "^[$][{](env|file):[^}]+[}]$");
      case SITE, FILE -> fields("type", "string");
    };
  }

  private static Map<String, Object> type(Entry entry, Key<?> key) {
    if (!key.choices().isEmpty()) {
      return fields("enum", key.choices());
    }
    Object byDefault = key.defaultValue();
    if (byDefault instanceof Boolean) {
      return fields("type", "boolean");
    }
    if (byDefault instanceof List) {
      return WORDS;
    }
    if (!(byDefault instanceof Number)) {
      return WORD;
    }
    return number(
        byDefault instanceof Integer || byDefault instanceof Long, entry.unit().written());
  }

  private static Map<String, Object> number(boolean isWhole, Set<String> units) {
    Map<String, Object> number = fields("type", isWhole ? "integer" : "number");
    return units.isEmpty()
        ? number
        : anyOf(
            number,
            fields(
                "type",
                "string",
                "pattern",
                "^-?([0-9]+([.][0-9]+)?|[.][0-9]+) *(" + String.join("|", units) + ")$"));
  }
}
