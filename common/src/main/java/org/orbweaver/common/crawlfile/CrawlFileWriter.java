package org.orbweaver.common.crawlfile;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.orbweaver.common.crawlfile.CrawlFileKeys.Entry;
import org.orbweaver.common.crawlfile.SiteKeys.SiteKey;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes the settings of a crawl as a crawl file, which {@link CrawlFile} reads. */
public final class CrawlFileWriter {
  private static final Dump VALUE =
      new Dump(
          DumpSettings.builder()
              .setDefaultFlowStyle(FlowStyle.FLOW)
              .setSplitLines(false)
              .setMultiLineFlow(false)
              .build());

  private static final Dump BLOCK =
      new Dump(
          DumpSettings.builder()
              .setDefaultFlowStyle(FlowStyle.BLOCK)
              .setSplitLines(false)
              .setIndicatorIndent(2)
              .setIndentWithIndicator(true)
              .build());

  /**
   * A setting to write.
   *
   * @param note a comment behind it, such as its origin; may be empty
   */
  public record Value(String value, String note) {}

  private final Function<String, Optional<Value>> values;
  private final StringBuilder text = new StringBuilder();
  private String section = "";

  private CrawlFileWriter(Function<String, Optional<Value>> values) {
    this.values = values;
  }

  /**
   * The text of a file.
   *
   * @param directory of the crawl
   * @param values by the name of the setting; empty for those to leave out
   */
  public static String yaml(String directory, Function<String, Optional<Value>> values) {
    CrawlFileWriter writer = new CrawlFileWriter(values);
    for (Entry entry : CrawlFileKeys.all()) {
      List<String> lines = writer.lines(entry.setting());
      switch (entry.name()) {
        case CrawlFileKeys.DIRECTORY -> writer.line(entry, directory, "");
        case CrawlFileKeys.SEEDS -> writer.block(entry, writer.seeds(lines));
        case CrawlFileKeys.SITEMAPS -> {
          // Written with the seeds.
        }
        case CrawlFileKeys.STAY -> writer.stay(entry);
        case CrawlFileKeys.RULES ->
            writer.block(entry, lines.stream().map(CrawlFileWriter::rule).toList());
        case CrawlFileKeys.OUTPUTS ->
            writer.block(entry, lines.stream().map(CrawlFileWriter::output).toList());
        case CrawlFileKeys.SOURCES ->
            writer.block(entry, lines.stream().map(CrawlFileWriter::source).toList());
        case CrawlFileKeys.SITES -> writer.block(entry, sites(lines));
        case CrawlFileKeys.PLUGIN_SETTINGS -> writer.block(entry, pluginSettings(lines));
        default -> writer.setting(entry);
      }
    }
    return writer.text.toString();
  }

  private List<String> lines(String setting) {
    return values
        .apply(setting)
        .map(Value::value)
        .orElse("")
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private void setting(Entry entry) {
    Value value = values.apply(entry.setting()).orElse(null);
    if (value == null) {
      return;
    }
    if (entry.isSecret()) {
      heading(entry);
      text.append("  # ").append(entry.shortName()).append(": ${env:NAME}  # secret\n");
    } else if (entry.isList()) {
      Stream<String> items = Stream.of(value.value().split(",", -1)).map(String::strip);
      line(entry, items.filter(item -> !item.isEmpty()).toList(), value.note());
    } else {
      line(entry, plain(entry.unit().show(value.value())), value.note());
    }
  }

  private void stay(Entry entry) {
    Optional<Value> ignored = values.apply(CrawlFileKeys.IGNORE_EXTERNAL);
    if (ignored.isPresent()) {
      boolean byDomain =
          values
              .apply(CrawlFileKeys.IGNORE_EXTERNAL_MODE)
              .map(mode -> mode.value().strip().toLowerCase(Locale.ROOT).endsWith("domain"))
              .orElse(false);
      String word =
          !Boolean.parseBoolean(ignored.get().value()) ? "anywhere" : byDomain ? "domain" : "host";
      line(entry, word, ignored.get().note());
    }
  }

  private Map<String, Object> seeds(List<String> seeds) {
    Map<String, Object> lists = new LinkedHashMap<>();
    for (String seed : seeds) {
      list(lists, seed.matches("(?i)https?://.*") ? "urls" : "files").add(seed);
    }
    String sitemaps = CrawlFileKeys.named(CrawlFileKeys.SITEMAPS).orElseThrow().setting();
    lines(sitemaps).forEach(sitemap -> list(lists, "sitemaps").add(sitemap));
    return lists;
  }

  private static Map<String, Object> rule(String rule) {
    int space = rule.indexOf(' ');
    return Map.of(
        rule.startsWith("+") ? "include" : "exclude",
        Map.of(rule.substring(1, space), rule.substring(space + 1)));
  }

  private static Map<String, Object> output(String output) {
    int space = output.indexOf(' ');
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("format", output.substring(0, space));
    fields.put("folder", output.substring(space + 1));
    return fields;
  }

  private static Map<String, Object> source(String source) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String word : List.of(("root=" + source).split("\\s+"))) {
      int sign = word.indexOf('=');
      fields.put(word.substring(0, sign), plain(word.substring(sign + 1)));
    }
    return fields;
  }

  private static Map<String, Object> pluginSettings(List<String> lines) {
    Map<String, Object> plugins = new LinkedHashMap<>();
    for (String line : lines) {
      int dot = line.indexOf('.');
      int sign = line.indexOf('=');
      map(plugins, line.substring(0, dot))
          .put(line.substring(dot + 1, sign), plain(line.substring(sign + 1)));
    }
    return plugins;
  }

  private static List<Map<String, Object>> sites(List<String> lines) {
    List<Map<String, Object>> blocks = new ArrayList<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      boolean begins = line.startsWith("[");
      if (begins) {
        blocks.add(new LinkedHashMap<>());
      }
      String name = line.substring(begins ? 1 : 0, space);
      String value = line.substring(space + 1, line.length() - (begins ? 1 : 0)).strip();
      Map<String, Object> block = blocks.get(blocks.size() - 1);
      SiteKeys.named(name).ifPresent(key -> add(block, key, value));
    }
    return blocks;
  }

  private static void add(Map<String, Object> block, SiteKey key, String value) {
    Map<String, Object> group = block;
    for (String name : List.of(key.group().split("\\."))) {
      group = name.isEmpty() ? group : map(group, name);
    }
    switch (key.shape()) {
      case LIST -> list(group, key.shortName()).add(value);
      case RULES -> list(group, key.shortName()).add(rule(value));
      case MAP, SECRETS -> {
        int space = value.indexOf(' ');
        map(group, key.shortName())
            .put(value.substring(0, space), value.substring(space + 1).strip());
      }
      default -> group.put(key.shortName(), plain(key.unit().show(value)));
    }
  }

  /** The list of that name, which is made if there is none. */
  @SuppressWarnings("unchecked")
  private static List<Object> list(Map<String, Object> of, String name) {
    return (List<Object>) of.computeIfAbsent(name, key -> new ArrayList<>());
  }

  /** The mapping of that name, which is made if there is none. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> of, String name) {
    return (Map<String, Object>) of.computeIfAbsent(name, key -> new LinkedHashMap<>());
  }

  /** A number or truth value as such, so that it is written without quotes. */
  private static Object plain(String value) {
    if (value.matches("true|false")) {
      return Boolean.valueOf(value);
    }
    if (value.matches("-?(0|[1-9][0-9]*)")) {
      return new BigInteger(value);
    }
    return value.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?(E-?[0-9]+)?")
        ? new BigDecimal(value)
        : value;
  }

  private void heading(Entry entry) {
    if (!entry.section().equals(section)) {
      section = entry.section();
      text.append('\n').append(section).append(":\n");
    }
  }

  private void line(Entry entry, Object value, String note) {
    heading(entry);
    text.append(entry.section().isEmpty() ? "" : "  ")
        .append(entry.shortName())
        .append(": ")
        .append(VALUE.dumpToString(value).strip())
        .append(note.isEmpty() ? "" : "  # " + note)
        .append('\n');
  }

  /** Writes a list or a mapping, unless it is empty. */
  private void block(Entry entry, Object value) {
    if (value.equals(List.of()) || value.equals(Map.of())) {
      return;
    }
    heading(entry);
    String block = BLOCK.dumpToString(Map.of(entry.shortName(), value));
    text.append(entry.section().isEmpty() ? "\n" + block : block.indent(2));
  }
}
