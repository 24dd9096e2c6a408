package org.orbweaver.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Queries of all kinds in the search's language, in turn, with words from some pages. The same
 * pages and seed give the same queries.
 */
public final class MadeQueries implements Supplier<String> {
  /** The number of kinds. */
  public static final int KINDS = 24;

  private static final int MOST_WORDS = 5;

  /**
   * A page that provides words.
   *
   * @param lang its language
   * @param type its media type
   */
  public record Page(String url, String title, String text, String lang, String type) {}

  private final List<Page> pages;
  private final Random random;
  private int made;

  /**
   * @param pages at least one with five words in a row in its text
   */
  public MadeQueries(List<Page> pages, long seed) {
    this.pages = List.copyOf(pages);
    random = new Random(seed);
  }

  /** The next query. */
  @Override
  public String get() {
    Page page = page();
    return switch (made++ % KINDS) {
      case 0 -> word();
      case 1, 2 -> words(2 + random.nextInt(MOST_WORDS - 1));
      case 3 -> '"' + words(2 + random.nextInt(3)) + '"';
      case 4 -> '"' + words(2) + "\"~" + (1 + random.nextInt(4));
      case 5 -> word() + " NEAR/" + (1 + random.nextInt(9)) + ' ' + word();
      case 6 -> '"' + words(2) + "\" NEAR " + word();
      case 7 -> word() + " OR " + word() + " OR " + word();
      case 8 -> word() + " AND " + word();
      case 9 -> word() + ' ' + word() + " -" + word();
      case 10 -> '+' + word() + ' ' + words(3);
      case 11 -> '(' + word() + " OR \"" + words(2) + "\") " + word();
      case 12 -> prefix() + '*';
      case 13 -> '*' + middle() + '*';
      case 14 -> "title:" + titleWord(page);
      case 15 -> "title:" + titleWord(page) + " OR body:(" + words(2) + ')';
      case 16 -> "anchor:" + titleWord(page) + ' ' + word();
      case 17 -> "url:" + page.url;
      case 18 -> "site:" + host(page) + ' ' + word();
      case 19 -> "host:" + host(page) + " -" + word() + ' ' + word();
      case 20 -> "link:" + page.url;
      case 21 -> "lang:" + (page.lang.isEmpty() ? "en" : page.lang) + ' ' + words(2);
      case 22 -> "type:" + (page.type.isEmpty() ? "html" : page.type) + ' ' + word();
      default ->
          "date:"
              + (random.nextBoolean() ? "<=" : ">")
              + (2000 + random.nextInt(27))
              + ' '
              + word();
    };
  }

  private Page page() {
    return pages.get(random.nextInt(pages.size()));
  }

  private static String[] split(String text) {
    return Arrays.stream(text.split("[^\\p{L}\\p{Nd}]+", -1))
        // In capitals it may be an operator.
        .map(word -> word.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty() && word.length() < 100)
        .toArray(String[]::new);
  }

  private String words(int count) {
    while (true) {
      String text = page().text;
      int start = random.nextInt(text.length() + 1);
      String[] words = split(text.substring(start, Math.min(text.length(), start + 500)));
      // The first may be a truncated word.
      if (words.length > count) {
        return String.join(" ", Arrays.copyOfRange(words, 1, count + 1));
      }
    }
  }

  private String word() {
    return words(1);
  }

  private String titleWord(Page page) {
    String[] words = split(page.title);
    return words.length == 0 ? word() : words[random.nextInt(words.length)];
  }

  private String longWord() {
    return IntStream.range(0, 1000)
        .mapToObj(i -> word())
        .filter(word -> word.matches("[a-z]{5,}"))
        .findFirst()
        .orElse("words");
  }

  private String prefix() {
    return longWord().substring(0, 2 + random.nextInt(3));
  }

  private String middle() {
    return longWord().substring(1, 4);
  }

  private static String host(Page page) {
    return page.url.replaceFirst("^.*?://", "").replaceFirst("[/:].*", "");
  }

  /** The next {@code count} queries. */
  public List<String> next(int count) {
    List<String> queries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      queries.add(get());
    }
    return queries;
  }
}
