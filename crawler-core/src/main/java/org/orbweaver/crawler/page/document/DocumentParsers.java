package org.orbweaver.crawler.page.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.orbweaver.plugin.DocumentParser;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.PluginSet;
import org.orbweaver.plugin.loader.PluginSource;
import org.orbweaver.plugin.loader.Provided;

/**
 * The parsers that plugins provide, and the types that added ones claim. Of several parsers of a
 * type the first counts; an added one counts before ours.
 */
public final class DocumentParsers {
  /** What servers say of files that they do not know. */
  private static final Set<String> VAGUE =
      Set.of("", "application/octet-stream", "text/plain", "text/xml", "application/xml");

  private static final Pattern TYPE = Pattern.compile("[^\\s/;]+/[^\\s/;]+");

  private final Map<String, Provided<DocumentParser>> byType = new HashMap<>();
  private final Map<String, String> claimed = new HashMap<>();

  private DocumentParsers() {}

  /**
   * Loads them.
   *
   * @throws PluginException if a plugin fails, or its parser names no type
   */
  public static DocumentParsers of(PluginSource plugins) {
    DocumentParsers parsers = new DocumentParsers();
    List<Provided<DocumentParser>> own = new ArrayList<>();
    for (Provided<DocumentParser> one :
        PluginSet.of(plugins.folders()).all(Plugin::documentParsers, plugins::settingsOf)) {
      if (one.isOwn()) {
        own.add(one);
        continue;
      }
      try {
        String first = parsers.add(one);
        for (String extension : one.part().extensions()) {
          parsers.claimed.putIfAbsent("." + extension.toLowerCase(Locale.ROOT), first);
        }
      } catch (RuntimeException | LinkageError e) {
        throw new PluginException(one.origin(), e);
      }
    }
    parsers.byType.keySet().forEach(type -> parsers.claimed.put(type, type));
    own.forEach(parsers::add);
    return parsers;
  }

  /** Adds a parser; returns its first type. */
  private String add(Provided<DocumentParser> parser) {
    List<String> types =
        parser.part().types().stream().map(type -> type.toLowerCase(Locale.ROOT)).toList();
    if (types.isEmpty()) {
      throw new IllegalArgumentException("its parser names no media type");
    }
    for (String type : types) {
      if (!TYPE.matcher(type).matches()) {
        throw new IllegalArgumentException("'" + type + "' of its parser is no media type");
      }
      byType.putIfAbsent(type, parser);
    }
    return types.get(0);
  }

  /** The parsers by media type. */
  Map<String, Provided<DocumentParser>> byType() {
    return byType;
  }

  /**
   * The type as which an added parser takes a document, or null: the given type, or that of the
   * name's extension if the given type says little.
   */
  public String claimed(String type, String name) {
    if (claimed.isEmpty()) {
      return null;
    }
    String taken = claimed.get(type);
    return taken != null || !VAGUE.contains(type)
        ? taken
        : claimed.get(name.substring(Math.max(0, name.lastIndexOf('.'))).toLowerCase(Locale.ROOT));
  }
}
