package org.orbweaver.index.schema;

import de.danielnaber.jwordsplitter.EmbeddedGermanDictionary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Splits compounds of German and Dutch, so that <i>Tabelle</i> finds <i>Datenbanktabelle</i>.
 *
 * <p>A word is a compound if a list has all of its parts: for German, jWordSplitter's words, for
 * Dutch, the words of OpenTaal from which compounds may be made. Both lists have inflected forms,
 * and so most linking elements (<i>festplatten</i>); an <i>s</i> is known besides. Of several
 * splits, the one with the fewest parts counts, and of these, the one with the longest last part. A
 * listed word is left whole (<i>netzwerk</i>).
 *
 * <p>Takes one or two microseconds a word. Not thread-safe.
 */
final class Compounds {
  /** Shorter parts are found in too many words. */
  private static final int MIN_PART = 4;

  /** Of a few words that are parts all the same. */
  private static final int SHORTEST = 3;

  private static final int MAX_PART = 24;
  private static final int MAX_WORD = 60;

  /** As many parts side by side are a word, too: <i>Datenbank</i> in <i>Datenbanktabelle</i>. */
  private static final int MAX_RUN = 3;

  private static final char LINK = 's';

  /** Words with these endings have the linking element where they begin a compound. */
  private static final List<String> LINKED =
      List.of("eer", "heid", "heit", "ing", "ion", "keit", "schaft", "teit", "tät", "ung");

  private final CharArraySet words;

  /** By the end of a beginning of the word: the start of its last part, and the number of parts. */
  private final int[] starts = new int[MAX_WORD + 1];

  private final int[] counts = new int[MAX_WORD + 1];

  private Compounds(CharArraySet words) {
    this.words = words;
  }

  /** For words of a language, a code like {@code de}; empty if there is no list. */
  static Optional<Compounds> in(String language) {
    return switch (language) {
      case "de" -> Optional.of(new Compounds(German.WORDS));
      case "nl" -> Optional.of(new Compounds(Dutch.WORDS));
      default -> Optional.empty();
    };
  }

  /**
   * The parts of a compound, and those words that several of them make up.
   *
   * @param word in lower case
   * @return empty if it is no compound
   */
  List<String> parts(String word) {
    int length = word.length();
    if (length < 2 * MIN_PART - 1 || length > MAX_WORD) {
      return List.of();
    }
    char[] chars = word.toCharArray();
    if (words.contains(chars, 0, length) || !split(chars)) {
      return List.of();
    }
    int count = counts[length];
    int[] from = new int[count];
    int[] to = new int[count];
    for (int i = count - 1, end = length; i >= 0; end = from[i--]) {
      from[i] = starts[end];
      boolean isWord = words.contains(chars, from[i], end - from[i]);
      to[i] = isWord ? end : end - 1;
    }
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      for (int last = i; last < Math.min(count, i + MAX_RUN); last++) {
        if (last - i < count - 1) {
          parts.add(word.substring(from[i], to[last]));
        }
      }
    }
    return parts;
  }

  /** Finds the best split into at least two parts, from left to right. */
  private boolean split(char[] word) {
    Arrays.fill(counts, 0, word.length + 1, 0);
    for (int end = SHORTEST; end <= word.length; end++) {
      // Later starts make the last part shorter.
      for (int start = Math.max(0, end - MAX_PART); start <= end - SHORTEST; start++) {
        boolean isReached = start == 0 ? end < word.length : counts[start] > 0;
        if (!isReached || !isPart(word, start, end)) {
          continue;
        }
        int count = 1 + counts[start];
        boolean isLinked = start - 1 == starts[end] && takesLink(word, starts[end]);
        if (counts[end] == 0 || count < counts[end] || (count == counts[end] && isLinked)) {
          counts[end] = count;
          starts[end] = start;
        }
      }
    }
    return counts[word.length] > 1;
  }

  /** True if an s there belongs to the part before it: beheers|taken, verwaltungs|teil. */
  private static boolean takesLink(char[] word, int at) {
    if (word[at] != LINK) {
      return false;
    }
    String before = new String(word, 0, at);
    return LINKED.stream().anyMatch(before::endsWith);
  }

  private boolean isPart(char[] word, int start, int end) {
    return words.contains(word, start, end - start)
        || (end < word.length
            && end - start > MIN_PART
            && word[end - 1] == LINK
            && word[end - 2] != LINK
            && words.contains(word, start, end - start - 1));
  }

  /**
   * The words that make up compounds.
   *
   * @param all of which those with at least {@value #MIN_PART} letters count
   * @param shorter also
   * @param affixes not: they make up verbs, adjectives, and words of another meaning
   */
  private static CharArraySet words(Iterable<String> all, String shorter, String affixes) {
    CharArraySet words = new CharArraySet(1 << 16, false);
    Set<String> left = Set.of(affixes.split(" "));
    for (String word : all) {
      if (word.length() >= MIN_PART && !left.contains(word)) {
        words.add(word);
      }
    }
    words.addAll(List.of(shorter.split(" ")));
    return CharArraySet.unmodifiableSet(words);
  }

  private static final class German {
    static final CharArraySet WORDS =
        words(
            EmbeddedGermanDictionary.getWords(),
            "art ort typ uhr web",
            "durch fach fache fachem fachen facher faches fertig frei freie freien freier freies "
                + "halb inter lang lange langen langer lose losem losen loser loses mini reich sicher "
                + "viel voll volle vollen voller volles voraus weise weiter wieder "
                + "zurecht zurück zusammen über");
  }

  private static final class Dutch {
    static final CharArraySet WORDS = read();

    private static CharArraySet read() {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  Compounds.class.getResourceAsStream("compounds-nl.txt"),
                  StandardCharsets.UTF_8))) {
        return words(
            lines.lines().filter(line -> !line.startsWith("#")).toList(),
            "map pad web",
            "door gelijk lijk loos loze matig matige over rijk volle vrij waar weer");
      } catch (IOException e) {
        throw new UncheckedIOException(e); // from the class path
      }
    }
  }
}
