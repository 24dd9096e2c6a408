package org.orbweaver.crawler.render;

import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What rendering a page brought: the words of its main content and its links, before and after.
 *
 * <p>Words are compared as multisets, so a page that only sorts its text anew gains nothing, and
 * one whose text is replaced by another gains all of that. Equal lines count once: a carousel that
 * repeats its slides gains nothing either. In scripts without spaces between words, each character
 * is a word.
 *
 * @param words of the page as it was fetched
 * @param addedWords those of the rendered page that the fetched one lacks
 * @param lostWords those of the fetched page that the rendered one lacks
 * @param links different targets of the page as it was fetched
 * @param addedLinks targets that only the rendered page links to
 */
public record Gain(int words, int addedWords, int lostWords, int links, int addedLinks) {
  /** That of a page that was rendered in vain, as when the browser crashed on it. */
  public static final Gain NONE = new Gain(0, 0, 0, 0, 0);

  /** Words or links that are nothing, whatever their share of the page is. */
  private static final int A_HANDFUL = 5;

  private static final String UNSPACED =
      "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}";

  private static final Pattern WORD =
      Pattern.compile(
          "["
              + UNSPACED
              + "]\\p{M}*|[\\p{L}\\p{N}&&[^"
              + UNSPACED
              + "]][\\p{L}\\p{N}\\p{M}&&[^"
              + UNSPACED
              + "]]*+");

  /**
   * Compares a page with its rendered version.
   *
   * @param text main content as fetched, blocks on lines of their own
   * @param links targets of the fetched page, absolute
   * @param rendered main content as rendered
   * @param renderedLinks targets of the rendered page
   */
  public static Gain of(
      String text, Collection<String> links, String rendered, Collection<String> renderedLinks) {
    Object2IntMap<String> before = words(text);
    Object2IntMap<String> after = words(rendered);
    Set<String> linked = new HashSet<>(links);
    Set<String> added = new HashSet<>(renderedLinks);
    added.removeAll(linked);
    int words = before.values().intStream().sum();
    return new Gain(
        words, surplus(after, before), surplus(before, after), linked.size(), added.size());
  }

  private static Object2IntMap<String> words(String text) {
    Object2IntOpenHashMap<String> words = new Object2IntOpenHashMap<>();
    text.lines()
        .map(line -> line.strip().toLowerCase(Locale.ROOT))
        .distinct()
        .forEach(line -> WORD.matcher(line).results().forEach(r -> words.addTo(r.group(), 1)));
    return words;
  }

  private static int surplus(Object2IntMap<String> of, Object2IntMap<String> over) {
    return of.object2IntEntrySet().stream()
        .mapToInt(word -> Math.max(0, word.getIntValue() - over.getInt(word.getKey())))
        .sum();
  }

  /**
   * Whether the rendered page is to take the place of the fetched one: it adds more than a fifth of
   * words or links, and more than a handful. It does not if most words were lost and few came
   * instead, as when a script covers an article by a wall or an error.
   */
  public boolean bringsMore() {
    boolean isPoorer = lostWords > words / 2 && lostWords > 2 * addedWords;
    return !isPoorer && (isMore(addedWords, words) || isMore(addedLinks, links));
  }

  private static boolean isMore(int added, int before) {
    return added > A_HANDFUL && added > before / 5;
  }

  /** One line for people: {@code 12 words became 340, 3 links and 18 new ones}. */
  @Override
  public String toString() {
    String more =
        switch (addedLinks) {
          case 0 -> "no new one";
          case 1 -> "1 new one";
          default -> addedLinks + " new ones";
        };
    int now = words - lostWords + addedWords;
    return words + " words became " + now + ", " + links + " links and " + more;
  }
}
