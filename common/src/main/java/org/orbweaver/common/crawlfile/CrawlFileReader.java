package org.orbweaver.common.crawlfile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.crawlfile.CrawlFile.Setting;
import org.orbweaver.common.crawlfile.CrawlFileKeys.Entry;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Similar;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads one crawl file, and collects its faults. */
final class CrawlFileReader {
  static final Pattern SECRET = Pattern.compile("\\$\\{(env|file):([^}]+)}");

  static final String LITERAL =
      "a secret does not belong in this file: write ${env:NAME} or ${file:PATH}";

  private static final List<String> RULE_KINDS =
      List.of("prefix", "glob", "regex", "host", "domain");

  private static final List<String> OUTPUT_KEYS = List.of("format", "folder");

  private static final String ROOT = "root";
  private static final List<String> SOURCE_KEYS = List.of(ROOT, "connections", "bytes-per-second");

  /** More keys than these are not listed after a misspelt one. */
  private static final int LISTED = 20;

  private final String name;

  /** In the order of the file. */
  private final Map<Integer, String> faults = new TreeMap<>();

  private final List<Setting> settings = new ArrayList<>();
  private String directory;

  CrawlFileReader(String name) {
    this.name = name;
  }

  CrawlFile read() {
    composed().ifPresentOrElse(this::top, () -> faults.put(0, name + ": the file is empty"));
    if (directory == null && faults.isEmpty()) {
      faults.put(0, name + ": 'directory' is missing: where the crawl is kept");
    }
    List<String> all = List.copyOf(faults.values());
    if (all.size() == 1) {
      throw OrbException.usage(all.get(0));
    }
    if (!all.isEmpty()) {
      throw OrbException.usage(name + " has " + all.size() + " faults:", all);
    }
    return new CrawlFile(name, directory, settings);
  }

  private Optional<Node> composed() {
    try {
      return new Compose(LoadSettings.builder().setLabel(name).build())
          .composeString(Files.readString(Path.of(name)));
    } catch (MarkedYamlEngineException e) {
      throw OrbException.usage(
          place(e.getProblemMark().or(e::getContextMark)) + ": not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw OrbException.usage(name + ": not YAML: " + e.getMessage().lines().toList().get(0));
    } catch (StackOverflowError e) {
      throw OrbException.usage(name + ": not a crawl file: nested too deeply");
    } catch (NoSuchFileException e) {
      throw OrbException.usage("cannot read " + name + ": no such file");
    } catch (CharacterCodingException e) {
      throw OrbException.usage("cannot read " + name + ": not UTF-8");
    } catch (IOException e) {
      throw OrbException.usage("cannot read " + name + ": " + e.getMessage());
    }
  }

  private String place(Optional<Mark> mark) {
    return mark.map(at -> name + ":" + (at.getLine() + 1) + ":" + (at.getColumn() + 1))
        .orElse(name);
  }

  /** The number of faults so far. */
  int faults() {
    return faults.size();
  }

  void fault(Node at, String what) {
    faults.merge(
        at.getStartMark().map(Mark::getIndex).orElse(0),
        place(at.getStartMark()) + ": " + what,
        (first, second) -> first);
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private void top(Node root) {
    mapping(root, "keys such as 'directory' and 'seeds'")
        .forEach(
            (key, node) -> {
              String word = key.getValue();
              if (word.equals(CrawlFileKeys.SEEDS)) {
                seeds(node);
              } else if (CrawlFileKeys.named(word).isPresent()) {
                entry(CrawlFileKeys.named(word).get(), node);
              } else if (CrawlFileKeys.in(word).isEmpty()) {
                unknown(key, word, CrawlFileKeys.topLevel());
              } else {
                section(word, node);
              }
            });
  }

  private void section(String section, Node node) {
    mapping(node, "keys of " + section)
        .forEach(
            (key, value) -> {
              String word = section + "." + key.getValue();
              CrawlFileKeys.named(word)
                  .ifPresentOrElse(
                      entry -> entry(entry, value),
                      () -> unknown(key, word, CrawlFileKeys.in(section)));
            });
  }

  void unknown(Node at, String word, List<String> siblings) {
    boolean isOfSite = word.startsWith("sites.");
    String last = word.substring((isOfSite ? word.lastIndexOf('.') : word.indexOf('.')) + 1);
    Collection<Entry> all = CrawlFileKeys.all();
    Optional<String> elsewhere =
        CrawlFileKeys.ofSetting(word)
            .or(() -> all.stream().filter(entry -> entry.shortName().equals(last)).findFirst())
            .map(Entry::name);
    String near = Similar.hint(last, siblings);
    String hint;
    if (!near.isEmpty()) {
      hint = near;
    } else if (elsewhere.isPresent()) {
      hint = "; did you mean " + elsewhere.get() + "?";
    } else if (siblings.size() <= LISTED) {
      hint = "; known here: " + String.join(", ", siblings);
    } else {
      hint = "; see docs/" + (isOfSite ? "guide.md" : "configuration.md");
    }
    fault(at, "unknown key " + word + hint);
  }

  private void entry(Entry entry, Node node) {
    switch (entry.name()) {
      case CrawlFileKeys.DIRECTORY ->
          directory = scalar(node, entry.name()).map(this::beside).orElse("");
      case CrawlFileKeys.STAY -> stay(node);
      case CrawlFileKeys.RULES -> rules(entry, node);
      case CrawlFileKeys.OUTPUTS -> items(entry, node, "'format' and 'folder'", this::output);
      case CrawlFileKeys.SOURCES -> items(entry, node, "folders", this::source);
      case CrawlFileKeys.PLUGIN_SETTINGS -> pluginSettings(entry, node);
      case CrawlFileKeys.SITES ->
          add(entry.setting(), new SiteReader(this, entry).read(node), node);
      default -> setting(entry, node);
    }
  }

  private void setting(Entry entry, Node node) {
    Optional<String> written =
        entry.isList() ? joined(node, entry.name()) : scalar(node, entry.name());
    if (written.isEmpty()) {
      return;
    }
    try {
      String value = entry.isSecret() ? secret(written.get()) : plain(entry, written.get());
      Optional<String> refusal = entry.refusal(value);
      if (refusal.isPresent()) {
        String converted = value.equals(written.get()) ? "" : " (" + written.get() + ")";
        fault(node, entry.name() + ": " + refusal.get() + (entry.isSecret() ? "" : converted));
      } else {
        add(entry.setting(), value, node);
      }
    } catch (IllegalArgumentException e) {
      fault(node, entry.name() + ": " + e.getMessage());
    }
  }

  private void add(String setting, String value, Node node) {
    settings.add(new Setting(setting, value, line(node)));
  }

  private void add(Entry entry, List<String> lines, Node node) {
    add(entry.setting(), String.join("\n", lines), node);
  }

  private String plain(Entry entry, String written) {
    String value = entry.unit().read(written);
    if (entry.key().map(Key::isFile).orElse(false)) {
      // Else a name on the class path.
      String beside = beside(value);
      return Files.isRegularFile(Path.of(beside)) ? beside : value;
    }
    if (entry.unit() != Unit.PATH) {
      return value;
    }
    return Stream.of(entry.isList() ? value.split(",", -1) : new String[] {value})
        .map(path -> beside(entry.isList() ? path.strip() : path))
        .collect(Collectors.joining(","));
  }

  /** The value of a secret, which the file may only refer to. */
  private String secret(String written) {
    Matcher reference = parsed(written);
    String from = reference.group(2);
    String value = isVariable(reference) ? variable(from) : secretFile(beside(from));
    if (value.contains("${")) {
      throw new IllegalArgumentException("a secret with ${ in it cannot be used");
    }
    return value;
  }

  /** A reference to a secret that is there, with an absolute path; does not read a file. */
  String reference(String written) {
    Matcher reference = parsed(written);
    String from = reference.group(2);
    if (isVariable(reference)) {
      variable(from);
      return written;
    }
    Path file = Path.of(beside(from));
    if (!Files.isReadable(file) || Files.isDirectory(file) || file.toString().contains("}")) {
      throw new IllegalArgumentException(
          "cannot read "
              + file
              + (Files.isDirectory(file)
                  ? ": a folder"
                  : Files.exists(file) ? "" : ": no such file"));
    }
    return "${file:" + file + "}";
  }

  private static Matcher parsed(String written) {
    Matcher reference = SECRET.matcher(written);
    if (!reference.matches()) {
      throw new IllegalArgumentException(LITERAL);
    }
    return reference;
  }

  private static boolean isVariable(Matcher reference) {
    return reference.group(1).equals("env");
  }

  private String variable(String variable) {
    String value = System.getenv(variable);
    if (value == null) {
      throw new IllegalArgumentException("environment variable " + variable + " is not set");
    }
    return value;
  }

  private static String secretFile(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "cannot read "
              + file
              + (e instanceof NoSuchFileException ? ": no such file" : ": " + e.getMessage()),
          e);
    }
  }

  /** A relative path as seen from where the file is; a URI as it is. */
  private String beside(String path) {
    if (path.isEmpty() || path.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
      return path;
    }
    try {
      return Path.of(name).toAbsolutePath().resolveSibling(path).normalize().toString();
    } catch (InvalidPathException e) {
      return path; // refused by what reads it
    }
  }

  /** Mappings within each other become lines: {@code fields.select.price=.price}. */
  private void pluginSettings(Entry entry, Node node) {
    List<String> lines = new ArrayList<>();
    pluginSettings(entry, "", node, lines);
    add(entry, lines, node);
  }

  private void pluginSettings(Entry entry, String name, Node node, List<String> lines) {
    if (name.isEmpty() || node instanceof MappingNode) {
      mapping(node, "names and values")
          .forEach(
              (key, value) ->
                  pluginSettings(
                      entry, (name.isEmpty() ? "" : name + ".") + key.getValue(), value, lines));
      return;
    }
    String what = entry.name() + "." + name;
    joined(node, what)
        .map(written -> name + "=" + written.strip())
        .ifPresent(
            line -> {
              if (line.contains("\n")) {
                fault(node, what + ": expected one line");
              } else if (entry.refusal(line).isPresent()) {
                fault(node, what + ": expected NAME.KEY: a value, where NAME is a plugin's folder");
              }
              lines.add(line);
            });
  }

  /** Two settings in one. */
  private void stay(Node node) {
    scalar(node, CrawlFileKeys.STAY)
        .ifPresent(
            word -> {
              if (List.of("host", "domain", "anywhere").contains(word)) {
                boolean isAnywhere = word.equals("anywhere");
                add(CrawlFileKeys.IGNORE_EXTERNAL, String.valueOf(!isAnywhere), node);
                String mode = word.equals("domain") ? "byDomain" : "byHost";
                add(CrawlFileKeys.IGNORE_EXTERNAL_MODE, mode, node);
              } else {
                fault(
                    node,
                    CrawlFileKeys.STAY + ": expected host, domain or anywhere, got '" + word + "'");
              }
            });
  }

  private void seeds(Node node) {
    if (node instanceof SequenceNode) {
      places(CrawlFileKeys.SEEDS, places(CrawlFileKeys.SEEDS, node), node);
      return;
    }
    List<String> seeds = new ArrayList<>();
    mapping(node, "a list of seeds, or 'urls', 'files' and 'sitemaps'")
        .forEach(
            (key, list) -> {
              String name = "seeds." + key.getValue();
              switch (key.getValue()) {
                case "urls", "files" -> seeds.addAll(places(name, list));
                case "sitemaps" -> places(name, places(name, list), list);
                default -> unknown(key, name, List.of("urls", "files", "sitemaps"));
              }
            });
    places(CrawlFileKeys.SEEDS, seeds, node);
  }

  private List<String> places(String key, Node node) {
    return list(node, key, "\n").stream().map(this::beside).toList();
  }

  private void places(String key, List<String> places, Node node) {
    if (!places.isEmpty()) {
      add(CrawlFileKeys.named(key).orElseThrow(), places, node);
    }
  }

  /** Each output as a line: {@code opensearch /exports}. */
  private String output(Node item) {
    Map<String, String> output =
        fields("outputs", item, "'format: NAME' and 'folder: PATH'", OUTPUT_KEYS);
    if (!output.keySet().containsAll(OUTPUT_KEYS)) {
      throw new IllegalArgumentException("expected both 'format' and 'folder'");
    }
    return output.get("format") + " " + beside(output.get("folder"));
  }

  /** Each root as a line: {@code file:///share/ connections=4}. */
  private String source(Node item) {
    Map<String, String> source =
        item instanceof ScalarNode
            ? new HashMap<>(Map.of(ROOT, scalar(item, "sources").orElse("")))
            : fields(
                "sources",
                item,
                "a folder, or 'root: FOLDER' with connections or bytes-per-second",
                SOURCE_KEYS);
    String root = source.remove(ROOT);
    if (root == null) {
      throw new IllegalArgumentException("expected 'root'");
    }
    String place = beside(root);
    StringBuilder line =
        new StringBuilder(
            (place.startsWith("/") ? Path.of(place).toUri().toString() : place)
                .replace(" ", "%20"));
    source.forEach(
        (key, value) -> line.append(' ').append(key).append('=').append(Unit.BYTES.read(value)));
    return line.toString();
  }

  /** The values of a mapping that has these keys alone. */
  private Map<String, String> fields(String name, Node node, String expected, List<String> keys) {
    Map<String, String> fields = new LinkedHashMap<>();
    mapping(node, expected)
        .forEach(
            (key, value) -> {
              String full = name + "." + key.getValue();
              if (keys.contains(key.getValue())) {
                scalar(value, full).ifPresent(word -> fields.put(key.getValue(), word));
              } else {
                unknown(key, full, keys);
              }
            });
    return fields;
  }

  /** Writes each item of a list as a line. */
  private void items(Entry entry, Node node, String expected, Function<Node, String> text) {
    List<String> lines = new ArrayList<>();
    for (Node item : sequence(node, entry.name() + ": expected a list of " + expected)) {
      try {
        line(entry, text.apply(item), item, lines);
      } catch (IllegalArgumentException e) {
        fault(item, entry.name() + ": " + e.getMessage());
      }
    }
    add(entry, lines, node);
  }

  /** The items of a list; none, and a fault, if it is something else. */
  List<Node> sequence(Node node, String expected) {
    if (node instanceof SequenceNode list) {
      return list.getValue();
    }
    fault(node, expected);
    return List.of();
  }

  /** Writes each rule as a line: {@code +prefix https://example.org/docs/}. */
  private void rules(Entry entry, Node node) {
    List<String> lines = new ArrayList<>();
    rules(entry.name(), node, (line, at) -> line(entry, line, at, lines));
    add(entry, lines, node);
  }

  /**
   * Reads rules.
   *
   * @param name of their key
   * @param lines receives each, and where the file has it
   */
  void rules(String name, Node node, BiConsumer<String, Node> lines) {
    for (Node item : sequence(node, name + ": expected a list of 'include' and 'exclude'")) {
      mapping(item, "'include: WHAT' or 'exclude: WHAT'")
          .forEach(
              (key, what) -> {
                switch (key.getValue()) {
                  case "include" -> rule(name, '+', what, lines);
                  case "exclude" -> rule(name, '-', what, lines);
                  default ->
                      unknown(key, name + "." + key.getValue(), List.of("include", "exclude"));
                }
              });
    }
  }

  private void rule(String name, char sign, Node what, BiConsumer<String, Node> lines) {
    if (!(what instanceof MappingNode)) {
      // A pattern without a kind.
      for (String pattern : list(what, name, "\n")) {
        if (pattern.contains("*")) {
          lines.accept(sign + "glob " + pattern, what);
        } else if (pattern.contains("://")) {
          lines.accept(sign + "prefix " + pattern, what);
        } else {
          fault(
              what,
              name
                  + ": '"
                  + pattern
                  + "' is neither a URL's beginning nor a pattern with *; say what it is:"
                  + " {domain: "
                  + pattern
                  + "}, or host, prefix, glob, regex");
        }
      }
      return;
    }
    mapping(what, "")
        .forEach(
            (kind, patterns) -> {
              if (!RULE_KINDS.contains(kind.getValue())) {
                unknown(kind, name + "." + kind.getValue(), RULE_KINDS);
                return;
              }
              for (String pattern : list(patterns, name, "\n")) {
                lines.accept(sign + kind.getValue() + " " + pattern, patterns);
              }
            });
  }

  private void line(Entry entry, String line, Node at, List<String> lines) {
    entry
        .refusal(line)
        .ifPresentOrElse(why -> fault(at, entry.name() + ": " + why), () -> lines.add(line));
  }

  /** The entries of a mapping; none, and a fault, if it is something else. */
  Map<ScalarNode, Node> mapping(Node node, String expected) {
    Map<ScalarNode, Node> entries = new LinkedHashMap<>();
    if (!(node instanceof MappingNode mapping)) {
      fault(node, "expected " + expected);
      return entries;
    }
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        fault(tuple.getKeyNode(), "expected a word as a key");
      } else if (!seen.add(key.getValue())) {
        fault(key, "duplicate key " + key.getValue());
      } else {
        entries.put(key, tuple.getValueNode());
      }
    }
    return entries;
  }

  private Optional<String> scalar(Node node, String key) {
    return scalar(node, key, mayRefer(key));
  }

  /**
   * One value; empty, and a fault, if it is something else.
   *
   * @param mayRefer whether <code>${...}</code> may be in it
   */
  Optional<String> scalar(Node node, String key, boolean mayRefer) {
    if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
      if (scalar.getValue().contains("${") && !mayRefer) {
        fault(node, key + ": only passwords and the like are read from ${...}");
        return Optional.empty();
      }
      return Optional.of(scalar.getValue());
    }
    fault(
        node,
        node instanceof ScalarNode
            ? key + " has no value: give one, or remove the line"
            : key + ": expected one value");
    return Optional.empty();
  }

  /** True for secrets, and for expressions, in which it may mean something else. */
  private static boolean mayRefer(String key) {
    return key.equals(CrawlFileKeys.RULES)
        || CrawlFileKeys.named(key).filter(Entry::isSecret).isPresent();
  }

  /** One value, or the items of a list with commas between. */
  private Optional<String> joined(Node node, String key) {
    return node instanceof SequenceNode
        ? Optional.of(String.join(",", list(node, key, ",")))
        : scalar(node, key);
  }

  /** The items of a list, or the only one, without those that are no word, which are faults. */
  private List<String> list(Node node, String key, String separator) {
    List<String> items = new ArrayList<>();
    for (Node item : node instanceof SequenceNode list ? list.getValue() : List.of(node)) {
      Optional<String> word = scalar(item, key);
      boolean hasBreak = separator.equals("\n") && word.orElse("").contains("\r");
      if (hasBreak || word.orElse("").contains(separator)) {
        fault(
            item,
            key
                + ": an item cannot contain "
                + (separator.equals(",") ? "a comma" : "a line break"));
      } else {
        word.ifPresent(items::add);
      }
    }
    return items;
  }
}
