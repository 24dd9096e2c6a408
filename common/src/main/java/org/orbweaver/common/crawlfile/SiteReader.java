package org.orbweaver.common.crawlfile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.common.crawlfile.CrawlFileKeys.Entry;
import org.orbweaver.common.crawlfile.SiteKeys.Shape;
import org.orbweaver.common.crawlfile.SiteKeys.SiteKey;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the blocks of {@code sites}, each as lines of their setting. */
final class SiteReader {

  /** How the setting's reader names a line of its text, and what it says of it. */
  private static final Pattern REFUSAL = Pattern.compile("(?s).*? \\(line ([0-9]+): (.*)");

  /**
   * A line of the setting.
   *
   * @param at where the file has it
   */
  private record Line(String text, Node at) {}

  private final CrawlFileReader file;
  private final Entry entry;

  SiteReader(CrawlFileReader file, Entry entry) {
    this.file = file;
    this.entry = entry;
  }

  /** The text of the setting, without the blocks that have faults. */
  String read(Node node) {
    List<Line> all = new ArrayList<>();
    for (Node item : file.sequence(node, "sites: expected a list of blocks")) {
      int before = file.faults();
      List<Line> block = block(item);
      if (file.faults() == before) {
        check(block);
        all.addAll(file.faults() == before ? block : List.of());
      }
    }
    check(all); // for two blocks of one name
    return text(all);
  }

  /** In the order of the keys' table, so that another order in the file is no change. */
  private List<Line> block(Node node) {
    Map<SiteKey, List<Line>> found = new LinkedHashMap<>();
    SiteKeys.all().forEach(key -> found.put(key, new ArrayList<>()));
    mapping("", node, found);
    List<Line> lines = found.values().stream().flatMap(List::stream).toList();
    if (lines.stream().filter(line -> line.text.startsWith("[")).count() != 1) {
      file.fault(node, "sites: expected one of host, domain and prefix");
    }
    return lines;
  }

  private void mapping(String group, Node node, Map<SiteKey, List<Line>> found) {
    file.mapping(node, ("keys of sites." + group).replaceFirst("\\.$", ""))
        .forEach(
            (word, value) -> {
              String name = group + word.getValue();
              Optional<SiteKey> key = SiteKeys.named(name);
              if (key.isPresent()) {
                value(key.get(), value, found.get(key.get()));
              } else if (SiteKeys.in(group).contains(word.getValue())) {
                mapping(name + ".", value, found);
              } else {
                file.unknown(word, "sites." + name, SiteKeys.in(group));
              }
            });
  }

  private void value(SiteKey key, Node node, List<Line> lines) {
    String begin = key.name() + " ";
    switch (key.shape()) {
      case MAP, SECRETS ->
          file.mapping(node, "names and values of sites." + key.name())
              .forEach((name, value) -> field(key, name, value, lines));
      case LIST -> {
        for (Node item : node instanceof SequenceNode list ? list.getValue() : List.of(node)) {
          word(key, "", item).ifPresent(word -> lines.add(new Line(begin + word, item)));
        }
      }
      case RULES ->
          file.rules(
              "sites.rules", node, (rule, at) -> lines.add(new Line((begin + rule).strip(), at)));
      case SITE ->
          word(key, "", node)
              .ifPresent(word -> lines.add(new Line("[" + begin + word + "]", node)));
      default -> word(key, "", node).ifPresent(word -> lines.add(new Line(begin + word, node)));
    }
  }

  private void field(SiteKey key, ScalarNode name, Node value, List<Line> lines) {
    String text = name.getValue();
    if (text.isEmpty() || text.chars().anyMatch(Character::isWhitespace)) {
      file.fault(name, "sites." + key.name() + ": a name cannot be empty, or have spaces");
    } else {
      word(key, text, value)
          .ifPresent(word -> lines.add(new Line(key.name() + " " + text + " " + word, value)));
    }
  }

  /**
   * A value in one line.
   *
   * @param name of an entry of a mapping; else empty
   */
  private Optional<String> word(SiteKey key, String name, Node node) {
    String full = "sites." + key.name() + (name.isEmpty() ? "" : "." + name);
    boolean mayRefer = Set.of(Shape.SECRET, Shape.SECRETS, Shape.FILE).contains(key.shape());
    try {
      return file.scalar(node, full, mayRefer).map(text -> value(key, text.strip()));
    } catch (IllegalArgumentException e) {
      file.fault(node, full + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private String value(SiteKey key, String text) {
    if (!text.matches(".+")) {
      throw new IllegalArgumentException("expected one line of text");
    }
    return switch (key.shape()) {
      case NUMBER -> number(key.unit(), text);
      case SECRET -> file.reference(text);
      case SECRETS -> mixed(text);
      case FILE -> file.reference(text.startsWith("${") ? text : "${file:" + text + "}");
      default -> text;
    };
  }

  /** In one form, so that another way to write it is no change. */
  private static String number(Unit unit, String text) {
    String value = unit.read(text);
    return unit != Unit.NONE && value.matches("[0-9]+(\\.[0-9]+)?")
        ? new BigDecimal(value).stripTrailingZeros().toPlainString()
        : value;
  }

  /** A value that may have references to secrets in it. */
  private String mixed(String text) {
    String literal = CrawlFileReader.SECRET.matcher(text).replaceAll("");
    if (literal.contains("${")) {
      throw new IllegalArgumentException("only ${env:NAME} and ${file:PATH} may begin with ${");
    }
    return CrawlFileReader.SECRET
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(file.reference(found.group())));
  }

  private static String text(List<Line> lines) {
    return lines.stream().map(Line::text).collect(Collectors.joining("\n"));
  }

  /** Has the setting's own reader check some blocks. */
  private void check(List<Line> lines) {
    String text = text(lines);
    Optional<String> refusal = entry.refusal(text);
    if (refusal.isPresent()) {
      Matcher named = REFUSAL.matcher(refusal.get().replace("), got '" + text + "'", ""));
      boolean isNamed = named.matches();
      String why = isNamed ? named.group(2) : refusal.get();
      file.fault(
          lines.get(isNamed ? Integer.parseInt(named.group(1)) - 1 : 0).at,
          (why.matches("(?s)[^ ]+: .*") ? "sites." : "sites: ") + why);
    }
  }
}
