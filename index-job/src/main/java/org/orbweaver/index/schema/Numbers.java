package org.orbweaver.index.schema;

import com.ibm.icu.text.DateFormatSymbols;
import com.ibm.icu.util.ULocale;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One form for all spellings of a number or a date: {@code 1000} for 1,000, 1.000 and 1 000, {@code
 * 20240305} for 5 March 2024, 2024-03-05 and 5.3.2024.
 *
 * <p>A point or a comma before three digits may group them or begin decimals: in pages, their
 * language decides, in queries, it may be either. So may the first of two numbers from 1 to 12 be
 * the day or the month: 5/3/2024 is two dates.
 */
public final class Numbers {
  /** The most words that a date has: 5 de marzo de 2024. */
  public static final int MAX_WORDS = 5;

  private static final Set<String> CONNECTORS = Set.of("de", "del", "of");

  /** Languages that group digits by points; they also begin decimals with a comma. */
  private static final Set<String> POINTS =
      Set.of("da", "de", "el", "es", "eu", "ca", "gl", "id", "it", "nl", "pt", "ro", "sr", "tr");

  /** Languages that group digits by spaces. */
  private static final Set<String> SPACES =
      Set.of("bg", "cs", "et", "fi", "fr", "hu", "hy", "lt", "lv", "no", "pl", "ru", "sv");

  private static final int MAX_DIGITS = 15;

  private static final Pattern GROUPED =
      Pattern.compile(
          "([1-9]\\d{0,2})((?:([.,'\u2019\u202f])\\d{3})(?:\\3\\d{3})*)(?:[.,](\\d+))?");

  private static final Pattern PLAIN = Pattern.compile("\\d{4,}(?:\\.\\d+)?");
  private static final Pattern YEAR = Pattern.compile("[12]\\d{3}");
  private static final Pattern DAY = Pattern.compile("(\\d{1,2})(?:st|nd|rd|th|er|t\\d\\d)?");
  private static final Pattern POINTED = Pattern.compile("\\d{1,4}\\.\\d{1,2}\\.\\d{1,4}");

  private static final List<String> MONTH_LANGUAGES =
      List.of(
          "en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "no", "fi", "pl", "cs", "ro", "hu",
          "tr", "ru", "ca", "id", "el");

  private static final Map<String, Integer> MONTHS = months();

  private Numbers() {}

  /** Names as words of the index, those that mean the same month in all these languages. */
  private static Map<String, Integer> months() {
    Map<String, Integer> months = new HashMap<>();
    Set<String> ambiguous = new LinkedHashSet<>();
    for (String language : MONTH_LANGUAGES) {
      DateFormatSymbols names = DateFormatSymbols.getInstance(ULocale.forLanguageTag(language));
      for (int context : List.of(DateFormatSymbols.FORMAT, DateFormatSymbols.STANDALONE)) {
        for (int width : List.of(DateFormatSymbols.WIDE, DateFormatSymbols.ABBREVIATED)) {
          String[] inOrder = names.getMonths(context, width);
          for (int i = 0; i < inOrder.length; i++) {
            String name = inOrder[i].toLowerCase(Locale.ROOT).replace(".", "");
            Integer other = months.put(Forms.folded(name), i + 1);
            if (other != null && other != i + 1) {
              ambiguous.add(Forms.folded(name));
            }
          }
        }
      }
    }
    months.keySet().removeAll(ambiguous);
    return Map.copyOf(months);
  }

  /**
   * What words of a query, side by side, may say in one form.
   *
   * @param words as analysis gives them
   * @return empty if together they are no number that is grouped, and no date
   */
  public static List<String> of(List<String> words) {
    if (words.stream().noneMatch(word -> isDigit(word.charAt(0)))) {
      return List.of();
    }
    if (words.size() == 1) {
      return ofWord(words.get(0), null);
    }
    List<String> parts = words.stream().filter(word -> !CONNECTORS.contains(word)).toList();
    if (parts.size() == 3 && words.size() <= MAX_WORDS) {
      List<String> dates = date(parts.get(0), parts.get(1), parts.get(2));
      if (!dates.isEmpty()) {
        return dates;
      }
    }
    String number = words.get(0).length() <= 3 ? words.get(0) : "";
    for (String group : words.subList(1, words.size())) {
      number = append(number, group);
    }
    return number.isEmpty() ? List.of() : List.of(number);
  }

  /**
   * A number or date that is one word.
   *
   * @param language of the page; null: any
   */
  static List<String> ofWord(String word, String language) {
    Matcher grouped = GROUPED.matcher(word);
    if (grouped.matches()) {
      String separator = grouped.group(3);
      String decimals = grouped.group(4);
      boolean isSure =
          language == null
              || grouped.group(2).length() > 4
              || decimals != null
              || !(separator.equals(".") || separator.equals(","));
      String digits = grouped.group(1) + grouped.group(2).replace(separator, "");
      if ((isSure || separator.equals(".") == POINTS.contains(language))
          && digits.length() <= MAX_DIGITS) {
        return List.of(decimals == null ? digits : digits + "." + decimals);
      }
    }
    if (POINTED.matcher(word).matches()) {
      String[] parts = word.split("\\.");
      return isYear(parts[0])
          ? date(parts[0], parts[1], parts[2])
          : isYear(parts[2]) ? dates(parts[2], parts[1], parts[0]) : List.of();
    }
    return List.of();
  }

  /** The dates that three words may mean: year, month and day in the orders that are used. */
  static List<String> date(String first, String second, String third) {
    if (isYear(first)) {
      return dates(first, second, third);
    }
    if (!isYear(third)) {
      return List.of();
    }
    Set<String> dates = new LinkedHashSet<>(dates(third, second, first));
    dates.addAll(dates(third, first, second));
    return List.copyOf(dates);
  }

  /** True for the name of a month. */
  static boolean isMonth(String word) {
    return MONTHS.containsKey(word);
  }

  private static List<String> dates(String year, String month, String day) {
    Matcher number = DAY.matcher(day);
    Integer named = MONTHS.get(month);
    boolean isNumber = month.length() <= 2 && month.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number.matches() || (named == null && !isNumber)) {
      return List.of();
    }
    try {
      LocalDate date =
          LocalDate.of(
              Integer.parseInt(year),
              named == null ? Integer.parseInt(month) : named,
              Integer.parseInt(number.group(1)));
      return List.of(date.toString().replace("-", ""));
    } catch (DateTimeException e) {
      return List.of();
    }
  }

  /** A number followed by a group of three digits; empty if it is none. */
  static String append(String number, String group) {
    boolean isGroup = group.length() == 3 && isDigits(group);
    boolean isNumber =
        !number.isEmpty()
            && number.length() <= MAX_DIGITS - 3
            && number.charAt(0) != '0'
            && isDigits(number);
    return isGroup && isNumber ? number + group : "";
  }

  /** True if a page in that language may have spaces between groups of digits. */
  static boolean hasSpaces(String language) {
    return SPACES.contains(language);
  }

  static boolean isYear(String word) {
    return YEAR.matcher(word).matches();
  }

  /** True for digits of ASCII alone. */
  static boolean isDigits(String word) {
    return word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** True for digits without groups, with decimals or without. */
  static boolean isPlain(String word) {
    return PLAIN.matcher(word).matches();
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Connectors stand between day, month and year. */
  static boolean isConnector(String word) {
    return CONNECTORS.contains(word);
  }
}
