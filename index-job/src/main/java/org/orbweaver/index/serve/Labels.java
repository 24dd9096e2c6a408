package org.orbweaver.index.serve;

import java.util.Locale;
import java.util.Map;
import org.apache.tika.mime.MimeType;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;
import org.orbweaver.crawler.url.ReadableUrl;

/** The names that people have for the values of facets. */
final class Labels {
  private static final Map<String, String> FACETS =
      Map.of(
          "host",
          "Site",
          "lang",
          "Language",
          "type",
          "Type",
          "kind",
          "Kind",
          "year",
          "Last changed");

  /** Kinds whose names need words of their own, and types that Tika knows by long names. */
  private static final Map<String, String> VALUES =
      Map.of(
          "code", "Source code",
          "directory", "List of a folder",
          "unfetched", "Known by links only",
          "text/html", "Web page",
          "application/xhtml+xml", "Web page (XHTML)",
          "text/plain", "Plain text");

  private Labels() {}

  /** The name of a facet. */
  static String facet(String name) {
    return FACETS.getOrDefault(name, name);
  }

  /** The name of a value of a facet: {@code English} for {@code en}. */
  static String value(String facet, String value) {
    return switch (facet) {
      case "host" -> ReadableUrl.host(value);
      case "lang" -> language(value);
      case "type" -> type(value);
      case "kind" ->
          VALUES.getOrDefault(
              value, value.substring(0, 1).toUpperCase(Locale.ROOT) + value.substring(1));
      default -> value;
    };
  }

  private static String language(String tag) {
    String name = Locale.forLanguageTag(tag).getDisplayName(Locale.ENGLISH);
    return name.isEmpty() ? tag : name;
  }

  /** {@code PDF} for application/pdf; the media type itself if it has no short name. */
  static String type(String media) {
    String own = VALUES.get(media);
    if (own != null) {
      return own;
    }
    try {
      MimeType known = MimeTypes.getDefaultMimeTypes().getRegisteredMimeType(media);
      String name = known == null ? "" : known.getAcronym();
      return name.isEmpty() && known != null && !known.getDescription().isEmpty()
          ? known.getDescription()
          : name.isEmpty() ? media : name;
    } catch (MimeTypeException e) {
      return media; // another crawler's metadata, not a media type
    }
  }
}
