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
import java.util.function.UnaryOperator;
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

  /** Where "host" and "domain" stand for two settings. */
  private static final Map<String, List<String>> STAY =
      Map.of(
          "host", List.of("true", "byHost"),
          "domain", List.of("true", "byDomain"),
          "anywhere", List.of("false", "byHost"));

  private static final List<String> STAY_SETTINGS =
      List.of(CrawlFileKeys.IGNORE_EXTERNAL, CrawlFileKeys.IGNORE_EXTERNAL_MODE);

  private static final List<String> RULE_KINDS =
      List.of("prefix", "glob", "regex", "host", "domain");

  private static final List<String> OUTPUT_KEYS = List.of("format", "folder");

  private static final String ROOT = "root";
  private static final List<String> SOURCE_KEYS = List.of(ROOT, "connections", "bytes-per-second");

  /** More keys than these are not listed after a misspelt one. */
  private static final int LISTED = 20;

  private final String name;
  private final UnaryOperator<String> environment;

  /** In the order of the file. */
  private final Map<Integer, String> faults = new TreeMap<>();

  private final List<Setting> settings = new ArrayList<>();
  private String directory;

  /**
   * @param environment of the variables that secrets name; null for a missing one
   */
  CrawlFileReader(String name, UnaryOperator<String> environment) {
    this.name = name;
    this.environment = environment;
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
    List<String> near = Similar.to(last, siblings);
    String hint;
    if (!near.isEmpty()) {
      hint = "; did you mean " + String.join(" or ", near) + "?";
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
      case CrawlFileKeys.OUTPUTS -> outputs(entry, node);
      case CrawlFileKeys.SOURCES -> sources(entry, node);
      case CrawlFileKeys.PLUGIN_SETTINGS -> pluginSettings(entry, node);
      case CrawlFileKeys.SITES ->
          settings.add(
              new Setting(entry.setting(), new SiteReader(this, entry).read(node), line(node)));
      default -> setting(entry, node);
    }
  }

  private void setting(Entry entry, Node node) {
    boolean isList = entry.key().map(key -> key.defaultValue() instanceof List).orElse(false);
    boolean isSecret = entry.key().map(Key::isSecret).orElse(false);
    Optional<String> written =
        isList && node instanceof SequenceNode
            ? list(node, entry.name(), ",").map(items -> String.join(",", items))
            : scalar(node, entry.name());
    if (written.isEmpty()) {
      return;
    }
    try {
      String value = isSecret ? secret(written.get()) : plain(entry, written.get());
      Optional<String> refusal = entry.key().flatMap(key -> key.refusal(value));
      if (refusal.isPresent()) {
        String converted = value.equals(written.get()) ? "" : " (" + written.get() + ")";
        fault(node, entry.name() + ": " + refusal.get() + (isSecret ? "" : converted));
      } else {
        settings.add(new Setting(entry.setting(), value, line(node)));
      }
    } catch (IllegalArgumentException e) {
      fault(node, entry.name() + ": " + e.getMessage());
    }
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
    boolean isList = entry.key().map(key -> key.defaultValue() instanceof List).orElse(false);
    return isList
        ? Stream.of(value.split(",", -1))
            .map(String::strip)
            .map(this::beside)
            .collect(Collectors.joining(","))
        : beside(value);
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
    String value = environment.apply(variable);
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
    pluginSettings("", node, lines);
    settings.add(new Setting(entry.setting(), String.join("\n", lines), line(node)));
  }

  private void pluginSettings(String name, Node node, List<String> lines) {
    if (name.isEmpty() || node instanceof MappingNode) {
      mapping(node, "names and values")
          .forEach(
              (key, value) ->
                  pluginSettings(
                      (name.isEmpty() ? "" : name + ".") + key.getValue(), value, lines));
      return;
    }
    String what = CrawlFileKeys.PLUGIN_SETTINGS + "." + name;
    Optional<String> written =
        node instanceof SequenceNode
            ? list(node, what, ",").map(items -> String.join(",", items))
            : scalar(node, what);
    String line = name + "=" + written.orElse("").strip();
    if (line.contains("\n")) {
      fault(node, what + ": expected one line");
    } else if (written.isPresent()) {
      Optional<String> refusal =
          CrawlFileKeys.named(CrawlFileKeys.PLUGIN_SETTINGS)
              .orElseThrow()
              .key()
              .flatMap(key -> key.refusal(line));
      refusal.ifPresent(
          said ->
              fault(node, what + ": expected NAME.KEY: a value, where NAME is a plugin's folder"));
      lines.add(line);
    }
  }

  private void stay(Node node) {
    scalar(node, CrawlFileKeys.STAY)
        .ifPresent(
            word -> {
              List<String> values = STAY.get(word);
              if (values == null) {
                fault(
                    node,
                    CrawlFileKeys.STAY + ": expected host, domain or anywhere, got '" + word + "'");
                return;
              }
              for (int i = 0; i < values.size(); i++) {
                settings.add(new Setting(STAY_SETTINGS.get(i), values.get(i), line(node)));
              }
            });
  }

  private void seeds(Node node) {
    if (node instanceof SequenceNode) {
      seedList(CrawlFileKeys.SEEDS, node);
      return;
    }
    List<String> seeds = new ArrayList<>();
    mapping(node, "a list of seeds, or 'urls', 'files' and 'sitemaps'")
        .forEach(
            (key, list) -> {
              switch (key.getValue()) {
                case "urls", "files" ->
                    list(list, "seeds." + key.getValue(), "\n").orElse(List.of()).stream()
                        .map(this::beside)
                        .forEach(seeds::add);
                case "sitemaps" -> seedList(CrawlFileKeys.SITEMAPS, list);
                default ->
                    unknown(key, "seeds." + key.getValue(), List.of("urls", "files", "sitemaps"));
              }
            });
    if (!seeds.isEmpty()) {
      String setting = CrawlFileKeys.named(CrawlFileKeys.SEEDS).orElseThrow().setting();
      settings.add(new Setting(setting, String.join("\n", seeds), line(node)));
    }
  }

  private void seedList(String key, Node node) {
    String setting = CrawlFileKeys.named(key).orElseThrow().setting();
    list(node, key, "\n")
        .map(seeds -> seeds.stream().map(this::beside).toList())
        .filter(seeds -> !seeds.isEmpty())
        .ifPresent(
            seeds -> settings.add(new Setting(setting, String.join("\n", seeds), line(node))));
  }

  /** Writes each output as a line: {@code opensearch /exports}. */
  private void outputs(Entry entry, Node node) {
    List<String> lines = new ArrayList<>();
    for (Node item : sequence(node, "outputs: expected a list of 'format' and 'folder'")) {
      Map<String, String> output = new HashMap<>();
      mapping(item, "'format: NAME' and 'folder: PATH'")
          .forEach(
              (key, value) -> {
                if (OUTPUT_KEYS.contains(key.getValue())) {
                  scalar(value, "outputs." + key.getValue())
                      .ifPresent(word -> output.put(key.getValue(), word));
                } else {
                  unknown(key, "outputs." + key.getValue(), OUTPUT_KEYS);
                }
              });
      if (output.keySet().containsAll(OUTPUT_KEYS)) {
        line(entry, output.get("format") + " " + beside(output.get("folder")), item, lines);
      } else {
        fault(item, "outputs: expected both 'format' and 'folder'");
      }
    }
    settings.add(new Setting(entry.setting(), String.join("\n", lines), line(node)));
  }

  /** Writes each root as a line: {@code file:///share/ connections=4}. */
  private void sources(Entry entry, Node node) {
    List<String> lines = new ArrayList<>();
    for (Node item : sequence(node, "sources: expected a list of folders")) {
      Map<String, String> source = new LinkedHashMap<>();
      if (item instanceof ScalarNode) {
        scalar(item, entry.name()).ifPresent(root -> source.put(ROOT, root));
      } else {
        mapping(item, "a folder, or 'root: FOLDER' with connections or bytes-per-second")
            .forEach(
                (key, value) -> {
                  if (SOURCE_KEYS.contains(key.getValue())) {
                    scalar(value, "sources." + key.getValue())
                        .ifPresent(word -> source.put(key.getValue(), word));
                  } else {
                    unknown(key, "sources." + key.getValue(), SOURCE_KEYS);
                  }
                });
      }
      source(entry, item, source, lines);
    }
    settings.add(new Setting(entry.setting(), String.join("\n", lines), line(node)));
  }

  private void source(Entry entry, Node item, Map<String, String> source, List<String> lines) {
    String root = source.remove(ROOT);
    if (root == null) {
      fault(item, "sources: expected 'root'");
      return;
    }
    String place = beside(root);
    StringBuilder line =
        new StringBuilder(
            (place.startsWith("/") ? Path.of(place).toUri().toString() : place)
                .replace(" ", "%20"));
    try {
      source.forEach(
          (key, value) -> line.append(' ').append(key).append('=').append(Unit.BYTES.read(value)));
      line(entry, line.toString(), item, lines);
    } catch (IllegalArgumentException e) {
      fault(item, entry.name() + ": " + e.getMessage());
    }
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
    settings.add(new Setting(entry.setting(), String.join("\n", lines), line(node)));
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
      for (String pattern : list(what, name, "\n").orElse(List.of())) {
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
              for (String pattern : list(patterns, name, "\n").orElse(List.of())) {
                lines.accept(sign + kind.getValue() + " " + pattern, patterns);
              }
            });
  }

  private void line(Entry entry, String line, Node at, List<String> lines) {
    entry
        .key()
        .flatMap(key -> key.refusal(line))
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
        || CrawlFileKeys.named(key).flatMap(Entry::key).filter(Key::isSecret).isPresent();
  }

  /** The items of a list, or the only one; empty, and a fault, if one of them is no word. */
  private Optional<List<String>> list(Node node, String key, String separator) {
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
    return Optional.of(items);
  }
}
