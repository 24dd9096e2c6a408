package org.orbweaver.common.crawlfile;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The unit of a setting's value, which a crawl file may write in other units: {@code 2 h}. */
@SuppressWarnings("ImmutableEnumChecker") // nothing changes the maps
enum Unit {
  NONE("", Map.of()),
  MILLISECONDS("ms", Measures.TIMES),
  SECONDS("s", Measures.TIMES),
  MINUTES("min", Measures.TIMES),
  HOURS("h", Measures.TIMES),
  DAYS("d", Measures.TIMES),
  BYTES("B", Measures.SIZES),
  KIBIBYTES("KiB", Measures.SIZES),
  MEBIBYTES("MiB", Measures.SIZES),
  /** A local path, which a crawl file gives relative to itself. */
  PATH("path", Map.of());

  private static final Pattern QUANTITY =
      Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?|-?\\.[0-9]+)\\s*([A-Za-z].*)");

  /** What people write for a symbol, in lower case. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          entry("sec", "s"),
          entry("second", "s"),
          entry("seconds", "s"),
          entry("minute", "min"),
          entry("minutes", "min"),
          entry("hour", "h"),
          entry("hours", "h"),
          entry("day", "d"),
          entry("days", "d"),
          entry("bytes", "B"),
          entry("kb", "kB"),
          entry("mb", "MB"),
          entry("gb", "GB"),
          entry("tb", "TB"));

  private final String symbol;
  private final Map<String, BigDecimal> measures;

  Unit(String symbol, Map<String, BigDecimal> measures) {
    this.symbol = symbol;
    this.measures = measures;
  }

  static Unit of(String symbol) {
    for (Unit unit : values()) {
      if (unit.symbol.equals(symbol)) {
        return unit;
      }
    }
    throw new IllegalArgumentException("no unit " + symbol);
  }

  /** The unit of a number without one; empty if there is none. */
  String symbol() {
    return measures.isEmpty() ? "" : symbol;
  }

  /** The units in which a value may be written; empty if it has none. */
  Set<String> symbols() {
    return measures.keySet();
  }

  /** The units in which a value may be written, then other words for them. */
  Set<String> written() {
    Set<String> written = new LinkedHashSet<>(symbols());
    WORDS.entrySet().stream()
        .filter(word -> measures.containsKey(word.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .forEach(written::add);
    return written;
  }

  /**
   * A value as its setting has it. A number without a unit stays as it is.
   *
   * @throws IllegalArgumentException saying what is wrong with the unit
   */
  String read(String text) {
    Matcher quantity = QUANTITY.matcher(text.strip());
    if (measures.isEmpty() || !quantity.matches()) {
      return text;
    }
    String word = quantity.group(2);
    BigDecimal factor = measures.get(WORDS.getOrDefault(word.toLowerCase(Locale.ROOT), word));
    if (factor == null) {
      throw new IllegalArgumentException(
          "unknown unit '" + word + "': use " + String.join(", ", symbols()));
    }
    return new BigDecimal(quantity.group(1))
        .multiply(factor)
        .divide(measures.get(symbol), MathContext.DECIMAL64)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** A setting's value in the largest unit that makes it a whole number: {@code 30 d}. */
  String show(String text) {
    if (measures.isEmpty() || !text.matches("[0-9]+(\\.[0-9]+)?") || text.matches("[0.]+")) {
      return text;
    }
    BigDecimal value = new BigDecimal(text).multiply(measures.get(symbol));
    String shown = text;
    for (Map.Entry<String, BigDecimal> measure : measures.entrySet()) {
      BigDecimal[] parts = value.divideAndRemainder(measure.getValue());
      if (parts[1].signum() == 0) {
        shown = parts[0].toBigInteger() + " " + measure.getKey();
      }
    }
    return shown;
  }

  /** Units by symbol, ascending: in milliseconds, in bytes. */
  private static final class Measures {
    static final Map<String, BigDecimal> TIMES =
        measures("ms", 1, "s", 1000, "min", 60_000, "h", 3_600_000, "d", 86_400_000);

    static final Map<String, BigDecimal> SIZES =
        measures(
            "B",
            1,
            "kB",
            1000,
            "KiB",
            1024,
            "MB",
            1_000_000,
            "MiB",
            1 << 20,
            "GB",
            1_000_000_000,
            "GiB",
            1 << 30,
            "TB",
            1_000_000_000_000L,
            "TiB",
            1L << 40);

    private static Map<String, BigDecimal> measures(Object... pairs) {
      Map<String, BigDecimal> measures = new LinkedHashMap<>();
      for (int i = 0; i < pairs.length; i += 2) {
        measures.put((String) pairs[i], BigDecimal.valueOf(((Number) pairs[i + 1]).longValue()));
      }
      return measures;
    }
  }
}
