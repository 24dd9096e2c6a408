package org.orbweaver.crawler.page;

import com.ibm.icu.text.DateFormatSymbols;
import com.ibm.icu.util.ULocale;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates in the forms found on pages and gives them in canonical form: ISO 8601 and its
 * variants, RFC 1123, and dates in running text of the main languages: "12 March 2019", "March 12,
 * 2019", "12.03.2019", "2019年3月12日". The text is cut into numbers, words and signs once, and each
 * place in it compared with a handful of patterns: no regular expression, time linear in the text.
 *
 * <p>A result is {@code 2019-03-12}, or {@code 2019-03-12T10:30:00+01:00} if time and offset are
 * given, with Z if the offset is zero. A time without an offset is dropped: it means nothing
 * elsewhere.
 */
final class WrittenDate {

  /** No page of the web is older; the upper bound only excludes numbers that are not years. */
  private static final int FIRST_YEAR = 1990;

  private static final int LAST_YEAR = 2079;

  /** Search no further: a date is at the beginning of its text. */
  private static final int MAX_CHARS = 400;

  /** The languages whose month names are tried if the page's own language does not help. */
  private static final List<String> LANGUAGES =
      List.of(
          "en de fr es it pt nl pl ru sv da nb fi cs hu ro tr uk el bg sk hr ca id vi sr sl lt lv et"
              .split(" ", -1));

  private static final Pattern IN_PATH =
      Pattern.compile(
          "/(?<year>[0-9]{4})(?<sign>[/-])(?<month>[0-9]{2})\\k<sign>(?<day>[0-9]{2})(?![0-9])");

  /** Limits the memory of the table below, since pages declare their languages freely. */
  private static final int MAX_LANGUAGES = 300;

  /** Month numbers by name in lower case, by language. */
  private static final Map<String, Map<String, Integer>> MONTHS = new ConcurrentHashMap<>();

  /** Words and signs that may occur between the parts of a date. */
  private static final Set<String> FILLERS =
      Set.of(
          ".", ",", "-", "/", "de", "del", "of", "di", "d", "'", "’", "st", "nd", "rd", "th", "er",
          "º", "ª", "m", "г", "do", "den", "ta", "–");

  /** A number, a word or a sign; the value is negative if it is not a number. */
  private record Token(String text, int value, int digits) {
    boolean number() {
      return value >= 0;
    }

    boolean is(String other) {
      return text.equals(other);
    }
  }

  private final List<Token> tokens;
  private final String language;
  private final boolean monthFirst;

  private WrittenDate(List<Token> tokens, String language, boolean monthFirst) {
    this.tokens = tokens;
    this.language = language;
    this.monthFirst = monthFirst;
  }

  /**
   * The first date in a text, or null.
   *
   * @param text searched at its beginning only
   * @param locale language tag of the page, possibly empty: it selects the month names, and {@code
   *     en-US} puts months first
   */
  static String find(String text, String locale) {
    int digit = 0;
    int end = Math.min(text.length(), MAX_CHARS);
    while (digit < end && !Character.isDigit(text.charAt(digit))) {
      digit++;
    }
    if (digit == end) {
      return null; // Most lines.
    }
    Locale tag = Locale.forLanguageTag(locale);
    boolean monthFirst =
        tag.getLanguage().equals("en")
            && (tag.getCountry().isEmpty() || tag.getCountry().equals("US"));
    return new WrittenDate(tokens(text), tag.getLanguage(), monthFirst).first();
  }

  /** The date in a URL's path, {@code /2019/03/12/} or {@code /2019-03-12-}, or null. */
  static String inUrl(String url) {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    Matcher date = IN_PATH.matcher(url);
    return path < 0 || !date.find(path)
        ? null
        : date(
            new Token("", Integer.parseInt(date.group("year")), 4),
            Integer.parseInt(date.group("month")),
            new Token("", Integer.parseInt(date.group("day")), 2));
  }

  private String first() {
    for (int i = 0; i < tokens.size(); i++) {
      String date = tokens.get(i).number() ? fromNumber(i) : fromMonth(i);
      if (date != null) {
        return date;
      }
    }
    return null;
  }

  private String fromNumber(int i) {
    Token number = tokens.get(i);
    if (number.digits() == 8) { // 20190312
      int value = number.value();
      Token year = new Token("", value / 10_000, 4);
      return date(year, value / 100 % 100, new Token("", value % 100, 2));
    }
    Token sign = token(i + 1);
    if (number.digits() == 4) {
      return fromYear(i, number, sign);
    }
    if (number.digits() > 2) {
      return null;
    }
    Token second = token(i + 2);
    boolean numeric = sign.is(".") || sign.is("/") || sign.is("-");
    if (numeric && second.number() && second.digits() <= 2 && token(i + 3).is(sign.text())) {
      Token year = token(i + 4);
      int a = number.value();
      int b = second.value();
      boolean month = b > 12 || (monthFirst && a <= 12 && sign.is("/"));
      return date(year, month ? a : b, month ? second : number);
    }
    int at = skip(i + 1, 3);
    int month = month(token(at).text());
    return month == 0 ? null : date(token(skip(at + 1, 3)), month, number);
  }

  private String fromYear(int i, Token year, Token sign) {
    Token month = token(i + 2);
    Token day = token(i + 4);
    boolean ideographs = sign.is("年") || sign.is("년");
    if (ideographs || sign.is("-") || sign.is("/") || sign.is(".")) {
      Token second = token(i + 3);
      boolean same = ideographs ? second.is("月") || second.is("월") : second.is(sign.text());
      if (month.number() && same && day.number() && day.digits() <= 2) {
        String date = date(year, month.value(), day);
        return date == null || ideographs ? date : date + time(i + 5);
      }
    }
    int at = skip(i + 1, 2);
    int named = month(token(at).text());
    return named == 0 ? null : date(year, named, token(skip(at + 1, 1)));
  }

  private String fromMonth(int i) {
    Token word = tokens.get(i);
    // Most words are not months: check only if a number follows.
    int at = skip(i + 1, 1);
    Token day = token(at);
    if (!day.number() || day.digits() > 2) {
      return null;
    }
    Token year = token(skip(at + 1, 2));
    int month = year.digits() == 4 ? month(word.text()) : 0;
    return month == 0 ? null : date(year, month, day);
  }

  /** {@code T10:30:00.000+0100} from a token on, in canonical form; empty if there is none. */
  private String time(int from) {
    int i = token(from).is("t") || token(from).is("T") ? from + 1 : from;
    if (token(i).digits() != 2 || !token(i + 1).is(":") || token(i + 2).digits() != 2) {
      return "";
    }
    int second = 0;
    int end = i + 3;
    if (token(end).is(":") && token(end + 1).digits() == 2) {
      second = token(end + 1).value();
      end += 2;
      if (token(end).is(".")) {
        end += 2;
      }
    }
    try {
      LocalTime time = LocalTime.of(token(i).value(), token(i + 2).value(), second);
      String clock = time.toString() + (second == 0 ? ":00" : "");
      Token sign = token(end);
      if (sign.is("z")) {
        return 'T' + clock + 'Z';
      }
      Token hours = token(end + 1);
      if (!(sign.is("+") || sign.is("-") || sign.is("−")) || !hours.number()) {
        return "";
      }
      int minutes = hours.digits() == 4 ? hours.value() % 100 : 0;
      if (hours.digits() == 2 && token(end + 2).is(":")) {
        minutes = Math.max(0, token(end + 3).value());
      }
      int hour = hours.digits() == 4 ? hours.value() / 100 : hours.value();
      int signed = sign.is("+") ? 1 : -1;
      return 'T' + clock + ZoneOffset.ofHoursMinutes(signed * hour, signed * minutes);
    } catch (DateTimeException e) {
      return ""; // 25 o'clock: the day may be right.
    }
  }

  private Token token(int i) {
    return i < tokens.size() ? tokens.get(i) : new Token("", -1, 0);
  }

  private int skip(int from, int most) {
    int i = from;
    while (i < from + most && FILLERS.contains(token(i).text())) {
      i++;
    }
    return i;
  }

  private static String date(Token year, int month, Token day) {
    int full = year.value();
    if (year.digits() == 2) {
      full += full < 80 ? 2000 : 1900;
    }
    boolean plausible = (year.digits() == 4 || year.digits() == 2) && day.digits() <= 2;
    if (!plausible || full < FIRST_YEAR || full > LAST_YEAR) {
      return null;
    }
    try {
      return LocalDate.of(full, month, day.value()).toString();
    } catch (DateTimeException e) {
      return null; // The 31st of February.
    }
  }

  private int month(String word) {
    if (word.length() < 3 && !word.endsWith("月")) {
      return 0;
    }
    Integer month = months(language).get(word);
    if (month == null) {
      month = months("").get(word);
    }
    return month == null ? 0 : month;
  }

  /**
   * The month names of a language; for the empty language those of all whose names do not conflict.
   */
  private static Map<String, Integer> months(String language) {
    Map<String, Integer> known = MONTHS.get(language);
    if (known == null && MONTHS.size() >= MAX_LANGUAGES && !language.isEmpty()) {
      return months(""); // Building the names again for each word would cost more than it gains.
    }
    if (known == null) {
      known = new HashMap<>();
      for (String each : language.isEmpty() ? LANGUAGES : List.of(language)) {
        DateFormatSymbols symbols = new DateFormatSymbols(ULocale.forLanguageTag(each));
        int[] contexts = {DateFormatSymbols.FORMAT, DateFormatSymbols.STANDALONE};
        int[] widths = {DateFormatSymbols.WIDE, DateFormatSymbols.ABBREVIATED};
        for (int context : contexts) {
          for (int width : widths) {
            String[] names = symbols.getMonths(context, width);
            for (int m = 0; m < 12 && m < names.length; m++) {
              String name = names[m].toLowerCase(Locale.ROOT).replace(".", "");
              known.merge(name, m + 1, (a, b) -> a.equals(b) ? a : 0);
            }
          }
        }
      }
      known.put("sept", 9);
      known.put("märz", 3);
      known.put("jänner", 1);
      if (MONTHS.size() < MAX_LANGUAGES || language.isEmpty()) {
        MONTHS.put(language, known);
      }
    }
    return known;
  }

  private static List<Token> tokens(String text) {
    List<Token> tokens = new ArrayList<>();
    int length = Math.min(text.length(), MAX_CHARS);
    int i = 0;
    while (i < length) {
      char c = text.charAt(i);
      int from = i++;
      if (Character.isDigit(c)) {
        int value = 0;
        for (i = from; i < length && Character.isDigit(text.charAt(i)); i++) {
          value = Math.min(value, 99_999_999) * 10 + Character.digit(text.charAt(i), 10);
        }
        tokens.add(new Token(text.substring(from, i), value, i - from));
      } else if (Character.isLetter(c)) {
        // 2019年3月12日: each of these characters is a separate word.
        boolean ideograph = Character.isIdeographic(c) || c == '년' || c == '월';
        while (!ideograph && i < length && isWordPart(text.charAt(i))) {
          i++;
        }
        tokens.add(new Token(text.substring(from, i).toLowerCase(Locale.ROOT), -1, 0));
      } else if (c > ' ' && c != '\u00a0') {
        tokens.add(new Token(String.valueOf(c), -1, 0));
      }
    }
    return tokens;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetter(c) || Character.getType(c) == Character.NON_SPACING_MARK;
  }
}
