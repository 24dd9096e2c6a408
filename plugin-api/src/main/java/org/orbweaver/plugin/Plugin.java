package org.orbweaver.plugin;

import java.util.List;

/**
 * What a plugin adds; it overrides the methods that it needs. It has a public constructor without
 * parameters.
 *
 * <pre>
 * public final class NoForums implements Plugin {
 *   &#64;Override
 *   public List&lt;UrlRule&gt; urlRules(PluginSettings settings) {
 *     String word = settings.get("word", "/forum/");
 *     return List.of(UrlRule.refusing("forums", url -&gt; url.contains(word)));
 *   }
 * }
 * </pre>
 *
 * <p>There is one object of it in a process, whose methods several threads may call at once. A
 * method that throws is an error of the plugin: the command ends and names it.
 */
public interface Plugin {
  /** Decide which URLs enter the crawl, and in which form. */
  default List<UrlRule> urlRules(PluginSettings settings) {
    return List.of();
  }

  /** Sources of documents besides the web. */
  default List<Protocol> protocols(PluginSettings settings) {
    return List.of();
  }

  /** Parsers of further types of documents; they work in a parser process. */
  default List<DocumentParser> documentParsers(PluginSettings settings) {
    return List.of();
  }

  /** See each parsed page. */
  default List<PageFilter> pageFilters(PluginSettings settings) {
    return List.of();
  }

  /** Orders of crawling, chosen by {@code orbweaver.generate.order}. */
  default List<ScoringRule> scoringRules(PluginSettings settings) {
    return List.of();
  }

  /** Add fields to the pages in the index. */
  default List<IndexFields> indexFields(PluginSettings settings) {
    return List.of();
  }

  /** Formats of {@code orb export}. */
  default List<RowFormat> rowFormats(PluginSettings settings) {
    return List.of();
  }

  /** Commands of {@code orb}. */
  default List<OrbCommand> commands() {
    return List.of();
  }

  /** Plugins with a lower rank come first; those with the same, by name. */
  default int rank() {
    return 0;
  }
}
