package org.orbweaver.common.crawlfile;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The unit of a setting's value, which a crawl file may write in other units: {@code 2 h}. */
@SuppressWarnings("ImmutableEnumChecker") // nothing changes the maps
public enum Unit {
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
      pairs(
          "sec s, second s, seconds s, minute min, minutes min, hour h, hours h, day d, days d,"
              + " bytes B, kb kB, mb MB, gb GB, tb TB");

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
  public String symbol() {
    return measures.isEmpty() ? "" : symbol;
  }

  /** The units in which a value may be written, then other words for them; empty if it has none. */
  public Set<String> written() {
    Set<String> written = new LinkedHashSet<>(measures.keySet());
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
  public String read(String text) {
    Matcher quantity = QUANTITY.matcher(text.strip());
    if (measures.isEmpty() || !quantity.matches()) {
      return text;
    }
    String word = quantity.group(2);
    BigDecimal factor = measures.get(WORDS.getOrDefault(word.toLowerCase(Locale.ROOT), word));
    if (factor == null) {
      throw new IllegalArgumentException(
          "unknown unit '" + word + "': use " + String.join(", ", measures.keySet()));
    }
    return new BigDecimal(quantity.group(1))
        .multiply(factor)
        .divide(measures.get(symbol), MathContext.DECIMAL64)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** A setting's value in the largest unit that makes it a whole number: {@code 30 d}. */
  public String show(String text) {
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

  /** In order, from {@code ms 1, s 1000}. */
  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : List.of(text.split(", "))) {
      int space = pair.indexOf(' ');
      pairs.put(pair.substring(0, space), pair.substring(space + 1));
    }
    return pairs;
  }

  /** Units by symbol, ascending: in milliseconds, in bytes. */
  private static final class Measures {
    static final Map<String, BigDecimal> TIMES =
        measures("ms 1, s 1000, min 60000, h 3600000, d 86400000");

    static final Map<String, BigDecimal> SIZES =
        measures(
            "B 1, kB 1000, KiB 1024, MB 1000000, MiB 1048576, GB 1000000000, GiB 1073741824,"
                + " TB 1000000000000, TiB 1099511627776");

    private static Map<String, BigDecimal> measures(String text) {
      Map<String, BigDecimal> measures = new LinkedHashMap<>();
      pairs(text).forEach((symbol, size) -> measures.put(symbol, new BigDecimal(size)));
      return measures;
    }
  }
}
