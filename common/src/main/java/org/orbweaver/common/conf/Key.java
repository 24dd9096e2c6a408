package org.orbweaver.common.conf;

import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;

/**
 * A configuration key: name (with its unit: {@code .ms}, {@code .bytes}), accepted values, default
 * and a one-sentence description. {@code conf/orbweaver-default.xml} and {@code
 * docs/configuration.md} are generated from these constants, and all values are checked against
 * them before a command runs.
 *
 * <pre>
 * Key.ofFloat("fetcher.server.delay", 5f, "Seconds between …").between(0f, 86_400f)
 * Key.ofEnum("orbweaver.sitemap.scope", SitemapScope.HOST, "Hosts whose URLs …")
 * </pre>
 *
 * @param <T> the type of its values
 */
public final class Key<T> {
  /** In a URL, which is no place for one. */
  private static final Pattern PASSWORD = Pattern.compile("(://[^/@\\s:]*:)[^/@\\s]*@");

  /** Special treatment of a key's values. */
  private enum Trait {
    NONE,
    /** Neither shown nor kept with a crawl. */
    SECRET,
    /** Valid on one machine only, so not kept with a crawl. */
    LOCAL,
    /** Has ${...} of its own, so that Hadoop must not expand it. */
    RAW,
    /** The path of a file, or empty. */
    FILE,
    /** As FILE, but the default file need not exist. */
    OPTIONAL_FILE,
    /** The path of a local folder, or empty. */
    FOLDER;

    boolean isFile() {
      return this == FILE || this == OPTIONAL_FILE;
    }
  }

  private final String name;
  private final T defaultValue;
  private final String description;
  private final Function<String, T> parser;

  /** The accepted values, in a few words. */
  private final String expected;

  private final Trait trait;

  /** The words that are the only values; empty if there are others. */
  private final List<String> choices;

  private Key(
      String name,
      T defaultValue,
      String description,
      Function<String, T> parser,
      String expected,
      Trait trait,
      List<String> choices) {
    this.name = name;
    this.defaultValue = defaultValue;
    this.description = description;
    this.parser = parser;
    this.expected = expected;
    this.trait = trait;
    this.choices = choices;
  }

  private static <T> Key<T> of(
      String name, T defaultValue, String description, Function<String, T> parser, String type) {
    return new Key<>(name, defaultValue, description, parser, type, Trait.NONE, List.of());
  }

  public static Key<Integer> ofInt(String name, int defaultValue, String description) {
    return of(name, defaultValue, description, text -> Integer.valueOf(text.strip()), "integer");
  }

  public static Key<Long> ofLong(String name, long defaultValue, String description) {
    return of(name, defaultValue, description, text -> Long.valueOf(text.strip()), "integer");
  }

  public static Key<Float> ofFloat(String name, float defaultValue, String description) {
    return of(name, defaultValue, description, text -> Float.valueOf(text.strip()), "number");
  }

  public static Key<Double> ofDouble(String name, double defaultValue, String description) {
    return of(name, defaultValue, description, text -> Double.valueOf(text.strip()), "number");
  }

  public static Key<Boolean> ofBoolean(String name, boolean defaultValue, String description) {
    return of(name, defaultValue, description, Key::parseBoolean, "true or false");
  }

  public static Key<String> ofString(String name, String defaultValue, String description) {
    return of(name, defaultValue, description, Function.identity(), "text");
  }

  /**
   * A key whose value is one of the given words, in any case; {@link #get} returns it as spelt
   * here.
   */
  public static Key<String> ofChoice(
      String name, String defaultValue, String description, String... choices) {
    return ofOne(name, defaultValue, description, List.of(choices), word -> "");
  }

  /**
   * A key whose value is an enum constant, written as its {@code toString} or its name, in any
   * case.
   *
   * @param choices the accepted constants; if empty, all
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // is only read
  public static <E extends Enum<E>> Key<E> ofEnum(
      String name, E defaultValue, String description, E... choices) {
    E[] all = defaultValue.getDeclaringClass().getEnumConstants();
    return ofOne(
        name, defaultValue, description, List.of(choices.length == 0 ? all : choices), Enum::name);
  }

  private static <T> Key<T> ofOne(
      String name,
      T defaultValue,
      String description,
      List<T> choices,
      Function<T, String> otherWord) {
    List<String> words = choices.stream().map(Key::word).toList();
    int last = words.size() - 1;
    return new Key<>(
        name,
        defaultValue,
        description,
        text ->
            choices.stream()
                .filter(
                    choice ->
                        choice.toString().equalsIgnoreCase(text.strip())
                            || otherWord.apply(choice).equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("")),
        String.join(", ", words.subList(0, last)) + " or " + words.get(last),
        Trait.NONE,
        words);
  }

  /**
   * A key whose value is a list, separated by commas in the configuration; items are trimmed and
   * empty ones dropped.
   */
  public static Key<List<String>> ofStrings(
      String name, List<String> defaultValue, String description) {
    return of(name, defaultValue, description, Key::parseList, "list");
  }

  /** The same key restricted to values not below {@code least}. */
  public Key<T> from(T least) {
    return where(expected + " of at least " + plain(least), value -> compare(value, least) >= 0);
  }

  /** The same key restricted to values not below {@code least} and not above {@code most}. */
  public Key<T> between(T least, T most) {
    return where(
        expected + " from " + plain(least) + " to " + plain(most),
        value -> compare(value, least) >= 0 && compare(value, most) <= 0);
  }

  /**
   * The same key restricted to values that pass a check.
   *
   * @param expectation the accepted values in a few words: "number above 0"
   */
  public Key<T> where(String expectation, Predicate<T> check) {
    return readBy(
        expectation,
        value -> {
          if (!check.test(value)) {
            throw new IllegalArgumentException("");
          }
        });
  }

  /**
   * The same key restricted to values that a parser accepts.
   *
   * @param expectation the accepted values in a few words: "CIDR blocks"
   * @param reader throws an IllegalArgumentException that names the fault
   */
  public Key<T> readBy(String expectation, Consumer<T> reader) {
    Function<String, T> checked =
        text -> {
          T value = parser.apply(text);
          reader.accept(value);
          return value;
        };
    return new Key<>(name, defaultValue, description, checked, expectation, trait, choices);
  }

  /** The same key for a password or the like: its value is neither shown nor kept. */
  public Key<T> secret() {
    return new Key<>(name, defaultValue, description, parser, expected, Trait.SECRET, choices);
  }

  /** The same key for a value that is valid on one machine only: it is not kept with a crawl. */
  public Key<T> local() {
    return new Key<>(name, defaultValue, description, parser, expected, Trait.LOCAL, choices);
  }

  /** The same key for a text in which ${...} means something else than a setting. */
  public Key<T> raw() {
    return new Key<>(name, defaultValue, description, parser, expected, Trait.RAW, choices);
  }

  /** The same key for a file, given by path or by name on the class path, or "". */
  public Key<T> file() {
    return new Key<>(name, defaultValue, description, parser, "file", Trait.FILE, choices);
  }

  /** As {@link #file}, but the default file need not exist; its reader manages without it. */
  public Key<T> optionalFile() {
    return new Key<>(name, defaultValue, description, parser, "file", Trait.OPTIONAL_FILE, choices);
  }

  /** The same key for a local folder, which need not exist, or "". */
  public Key<T> folder() {
    Key<T> path = where("path of a folder", text -> text.toString().indexOf('\0') < 0);
    return new Key<>(
        name, defaultValue, description, path.parser, path.expected, Trait.FOLDER, choices);
  }

  /** The text of the value in force; null if there is none. */
  public String text(Configuration conf) {
    return trait == Trait.RAW ? conf.getRaw(name) : conf.get(name);
  }

  /**
   * The value in force.
   *
   * @throws OrbException (usage) naming key, value and origin if the key does not accept the value
   */
  public T get(Configuration conf) {
    String text = text(conf);
    if (text == null) {
      return defaultValue;
    }
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(fault(conf, refusal(text, e)));
    }
  }

  /**
   * The fault of the value in force, in one line; empty if it is valid. Checks that files exist,
   * too; {@link #get} does not, because tasks run on machines that need not have them.
   */
  public Optional<String> fault(Configuration conf) {
    String text = text(conf);
    return text == null ? Optional.empty() : refusal(text).map(said -> fault(conf, said));
  }

  /**
   * Why the key does not accept a value: "expected an integer of at least 1, got 'x'"; empty if it
   * does. Checks that files exist, too.
   */
  public Optional<String> refusal(String text) {
    try {
      var unused = parser.apply(text);
      if (trait.isFile() && !mayBeMissing(text) && !canRead(text)) {
        throw new IllegalArgumentException("");
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(refusal(text, e));
    }
  }

  private String refusal(String text, IllegalArgumentException e) {
    // The message of a NumberFormatException adds nothing to the expectation.
    String said = e instanceof NumberFormatException ? null : e.getMessage();
    return String.format(
        Locale.ROOT,
        "expected %s%s, got '%s'",
        trait.isFile() ? "a readable file" : withArticle(expected),
        said == null || said.isEmpty() ? "" : " (" + said + ")",
        isSecret() ? "(secret)" : PASSWORD.matcher(text).replaceAll("$1***@"));
  }

  private String fault(Configuration conf, String refusal) {
    return "setting " + name + ": " + refusal + " (" + Origin.of(conf, name) + ")";
  }

  /** "an integer of at least 1", "a list", but "true or false". */
  private static String withArticle(String expected) {
    return expected.matches("(number|list)\\b.*")
        ? "a " + expected
        : expected.startsWith("integer") ? "an " + expected : expected;
  }

  /** Sets the value in the form that {@link #get} reads. */
  public void set(Configuration conf, T value) {
    conf.set(name, text(value));
  }

  /** Sets the value as given by a command-line option, for example {@code --top-n}. */
  public void set(Configuration conf, T value, String option) {
    conf.set(name, text(value), option);
  }

  public String name() {
    return name;
  }

  /** The accepted values, in a few words. */
  public String expected() {
    return expected;
  }

  /** The words that are the only values; empty if there are others. */
  public List<String> choices() {
    return choices;
  }

  public T defaultValue() {
    return defaultValue;
  }

  /** The default in its configuration-file form. */
  public String defaultText() {
    return text(defaultValue);
  }

  public String description() {
    return description;
  }

  /** True if the value is a password or the like. */
  public boolean isSecret() {
    return trait == Trait.SECRET;
  }

  /** True if the value is valid on one machine only. */
  public boolean isLocal() {
    return trait == Trait.LOCAL;
  }

  /** True if the value names a file. */
  public boolean isFile() {
    return trait.isFile();
  }

  /** True if a file of this name need not exist. */
  public boolean mayBeMissing(String file) {
    return trait == Trait.OPTIONAL_FILE && file.equals(defaultText());
  }

  /**
   * The value with a relative path made absolute, so that it keeps its meaning in another working
   * directory.
   */
  public String anchored(String value) {
    if (trait == Trait.FOLDER && !value.isBlank()) {
      return Path.of(value.strip()).toAbsolutePath().normalize().toString();
    }
    return trait.isFile() && !value.isBlank()
        ? localFile(value).map(file -> file.toAbsolutePath().normalize().toString()).orElse(value)
        : value;
  }

  /** Files on other file systems are checked by the code that opens them. */
  private static boolean canRead(String file) {
    return file.isBlank()
        || (file.matches("[A-Za-z][A-Za-z0-9+.-]+:.*") && !file.startsWith("file:"))
        || localFile(file).isPresent()
        || onClassPath(file) != null;
  }

  /**
   * The URL of a file in a settings folder, else of the default packed with the code; null if there
   * is neither.
   */
  public static URL onClassPath(String file) {
    ClassLoader loader = Key.class.getClassLoader();
    URL own = loader.getResource(file);
    return own != null ? own : loader.getResource("defaults/" + file);
  }

  private static Optional<Path> localFile(String file) {
    try {
      Path path = file.startsWith("file:") ? Path.of(URI.create(file)) : Path.of(file);
      return Optional.of(path).filter(Files::isRegularFile).filter(Files::isReadable);
    } catch (IllegalArgumentException e) {
      // Not a path: InvalidPathException is one of these.
      return Optional.empty();
    }
  }

  private static int compare(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return x.compareTo(y);
    }
    double x = ((Number) a).doubleValue();
    // NaN is in no range.
    return Double.isNaN(x) ? Integer.MIN_VALUE : Double.compare(x, ((Number) b).doubleValue());
  }

  /** The bound without the ".0" that Java appends. */
  private String plain(T bound) {
    return text(bound).replaceFirst("\\.0$", "");
  }

  private String text(T value) {
    return value instanceof List<?> list
        ? String.join(",", list.stream().map(String::valueOf).toList())
        : word(value);
  }

  /** The constant's {@code toString}; if it has none of its own, the name in lower case. */
  private static String word(Object value) {
    String word = String.valueOf(value);
    return value instanceof Enum<?> constant && word.equals(constant.name())
        ? word.toLowerCase(Locale.ROOT)
        : word;
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("");
    };
  }

  private static List<String> parseList(String text) {
    return List.of(text.split(",", -1)).stream()
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
