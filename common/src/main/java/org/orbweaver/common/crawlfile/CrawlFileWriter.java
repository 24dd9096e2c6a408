package org.orbweaver.common.crawlfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.crawlfile.CrawlFileKeys.Entry;
import org.orbweaver.common.crawlfile.SiteKeys.SiteKey;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes the settings of a crawl as a crawl file, which {@link CrawlFile} reads. */
public final class CrawlFileWriter {
  private static final String PLAIN = "true|false|-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?";

  /**
   * A setting to write.
   *
   * @param note a comment behind it, such as its origin; may be empty
   */
  public record Value(String value, String note) {}

  private final Function<String, Optional<Value>> values;
  private final StringBuilder text = new StringBuilder();
  private final Dump dump =
      new Dump(
          DumpSettings.builder()
              .setDefaultFlowStyle(FlowStyle.FLOW)
              .setSplitLines(false)
              .setMultiLineFlow(false)
              .build());

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
      switch (entry.name()) {
        case CrawlFileKeys.DIRECTORY -> writer.line(entry, writer.scalar(directory), "");
        case CrawlFileKeys.SEEDS -> writer.seeds(entry);
        case CrawlFileKeys.SITEMAPS -> {
          // Written with the seeds.
        }
        case CrawlFileKeys.STAY -> writer.stay(entry);
        case CrawlFileKeys.RULES -> writer.rules(entry);
        case CrawlFileKeys.OUTPUTS -> writer.outputs(entry);
        case CrawlFileKeys.SOURCES -> writer.sources(entry);
        case CrawlFileKeys.SITES -> writer.sites(entry);
        case CrawlFileKeys.PLUGIN_SETTINGS -> writer.pluginSettings(entry);
        default -> writer.setting(entry);
      }
    }
    return writer.text.toString();
  }

  private void setting(Entry entry) {
    Optional<Value> value = values.apply(entry.setting());
    if (value.isEmpty()) {
      return;
    }
    String written = value.get().value();
    if (entry.key().map(Key::isSecret).orElse(false)) {
      line(entry, scalar("${env:NAME}"), "secret", "# ");
    } else if (entry.key().map(key -> key.defaultValue() instanceof List).orElse(false)) {
      List<String> items =
          List.of(written.split(",", -1)).stream()
              .map(String::strip)
              .filter(item -> !item.isEmpty())
              .toList();
      line(entry, dump.dumpToString(items).strip(), value.get().note());
    } else {
      line(entry, scalar(entry.shown(written)), value.get().note());
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

  private void seeds(Entry entry) {
    List<String> seeds = lines(entry.setting());
    List<String> sitemaps =
        lines(CrawlFileKeys.named(CrawlFileKeys.SITEMAPS).orElseThrow().setting());
    if (!seeds.isEmpty() || !sitemaps.isEmpty()) {
      text.append("\nseeds:\n");
      items("urls", seeds.stream().filter(CrawlFileWriter::isUrl).toList());
      items("files", seeds.stream().filter(seed -> !isUrl(seed)).toList());
      items("sitemaps", sitemaps);
    }
  }

  private static boolean isUrl(String seed) {
    return seed.matches("(?i)https?://.*");
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

  private void items(String name, List<String> items) {
    if (!items.isEmpty()) {
      text.append("  ").append(name).append(":\n");
      items.forEach(item -> text.append("    - ").append(scalar(item)).append('\n'));
    }
  }

  private void rules(Entry entry) {
    List<String> rules = lines(entry.setting());
    if (rules.isEmpty()) {
      return;
    }
    heading(entry);
    rules("  ", rules);
  }

  private void rules(String indent, List<String> rules) {
    text.append(indent).append("rules:\n");
    for (String rule : rules) {
      int space = rule.indexOf(' ');
      text.append(indent)
          .append("  - ")
          .append(rule.startsWith("+") ? "include" : "exclude")
          .append(": {")
          .append(rule, 1, space)
          .append(": ")
          .append(inFlow(rule.substring(space + 1)))
          .append("}\n");
    }
  }

  private void pluginSettings(Entry entry) {
    List<String> lines = lines(entry.setting());
    if (lines.isEmpty()) {
      return;
    }
    heading(entry);
    text.append("  settings:\n");
    String plugin = "";
    for (String line : lines) {
      int dot = line.indexOf('.');
      int sign = line.indexOf('=');
      if (!line.substring(0, dot).equals(plugin)) {
        plugin = line.substring(0, dot);
        text.append("    ").append(plugin).append(":\n");
      }
      text.append("      ")
          .append(line, dot + 1, sign)
          .append(": ")
          .append(scalar(line.substring(sign + 1)))
          .append('\n');
    }
  }

  private void outputs(Entry entry) {
    List<String> outputs = lines(entry.setting());
    if (!outputs.isEmpty()) {
      text.append("outputs:\n");
    }
    for (String output : outputs) {
      int space = output.indexOf(' ');
      text.append("  - {format: ")
          .append(output, 0, space)
          .append(", folder: ")
          .append(inFlow(output.substring(space + 1)))
          .append("}\n");
    }
  }

  private void sources(Entry entry) {
    List<String> sources = lines(entry.setting());
    if (!sources.isEmpty()) {
      text.append("\nsources:\n");
    }
    for (String source : sources) {
      String[] words = source.split("\\s+");
      text.append("  - root: ").append(scalar(words[0])).append('\n');
      for (int i = 1; i < words.length; i++) {
        text.append("    ").append(words[i].replaceFirst("=", ": ")).append('\n');
      }
    }
  }

  private void sites(Entry entry) {
    List<String> lines = lines(entry.setting());
    if (!lines.isEmpty()) {
      text.append("\nsites:\n");
    }
    Map<String, List<String>> block = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      boolean begins = line.startsWith("[");
      String value = line.substring(space + 1, line.length() - (begins ? 1 : 0)).strip();
      if (begins) {
        block(block);
        text.append("  - ").append(line, 1, space).append(": ").append(scalar(value)).append('\n');
      } else {
        block.computeIfAbsent(line.substring(0, space), key -> new ArrayList<>()).add(value);
      }
    }
    block(block);
  }

  /** Writes the values of a block, and removes them. */
  private void block(Map<String, List<String>> values) {
    Set<String> groups = new HashSet<>();
    for (SiteKey key : SiteKeys.all()) {
      List<String> lines = values.remove(key.name());
      if (lines == null) {
        continue;
      }
      String indent = "    ";
      String group = key.group();
      for (int dot = group.indexOf('.'); dot >= 0; dot = group.indexOf('.', dot + 1)) {
        if (groups.add(group.substring(0, dot))) {
          text.append(indent).append(group, group.lastIndexOf('.', dot - 1) + 1, dot).append(":\n");
        }
        indent += "  ";
      }
      if (key.shape() == SiteKeys.Shape.RULES) {
        rules(indent, lines);
        continue;
      }
      text.append(indent)
          .append(key.shortName())
          .append(": ")
          .append(
              switch (key.shape()) {
                case LIST -> dump.dumpToString(lines).strip();
                case MAP, SECRETS -> dump.dumpToString(map(lines)).strip();
                default -> scalar(key.unit().show(lines.get(0)));
              })
          .append('\n');
    }
  }

  private static Map<String, String> map(List<String> entries) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String entry : entries) {
      int space = entry.indexOf(' ');
      map.put(entry.substring(0, space), entry.substring(space + 1).strip());
    }
    return map;
  }

  private void heading(Entry entry) {
    if (!entry.section().equals(section)) {
      section = entry.section();
      text.append('\n').append(section).append(":\n");
    }
  }

  private void line(Entry entry, String value, String note) {
    line(entry, value, note, "");
  }

  private void line(Entry entry, String value, String note, String before) {
    heading(entry);
    text.append(entry.section().isEmpty() ? "" : "  ")
        .append(before)
        .append(entry.shortName())
        .append(": ")
        .append(value)
        .append(note.isEmpty() ? "" : "  # " + note)
        .append('\n');
  }

  /** A value within braces, where more must be quoted. */
  private String inFlow(String value) {
    String list = dump.dumpToString(List.of(value)).strip();
    return list.substring(1, list.length() - 1);
  }

  private String scalar(String value) {
    return value.matches(PLAIN) ? value : dump.dumpToString(value).strip();
  }
}
