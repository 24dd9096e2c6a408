package org.orbweaver.index.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Texts;

/**
 * Generates realistic queries from the titles and texts of an index. Half of them are one word, the
 * average is 2.4 words, a third repeats an earlier one, and 7 % are quoted (Zobel's lectures, after
 * the log of Excite; Jansen, Spink and Saracevic 2000). Earlier queries repeat in proportion to how
 * often they were asked, so that frequencies follow a power law.
 *
 * <p>Words come from titles and from places in the text in equal parts, as often as they occur
 * there; two in three unquoted queries of several words are neighbouring words, the others are
 * words of one passage in any order. The same seed and index give the same queries.
 */
public final class QueryLoad implements Supplier<String> {
  private static final double SINGLE = .5;
  private static final double REPEATED = 1 / 3.;
  private static final double QUOTED = .07;
  private static final double NEIGHBOURS = 2 / 3.;

  /** Of lengths from two words: their mean, 3.8, makes the mean of all 2.4. */
  private static final double[] SEVERAL = {.33, .21, .16, .11, .08, .06, .05};

  private static final int PASSAGE_CHARS = 400;
  private static final int MAX_TRIES = 10_000;
  private static final Set<String> FIELDS =
      Set.of(IndexField.TITLE.fieldName(), IndexField.MAIN.fieldName());

  private final Random random;
  private final StoredFields stored;
  private final int docs;
  private final List<String> asked = new ArrayList<>();
  private final Set<String> distinct = new HashSet<>();

  /**
   * @param reader of an index with titles or texts
   */
  public QueryLoad(IndexReader reader, long seed) throws IOException {
    random = new Random(seed);
    stored = reader.storedFields();
    docs = reader.maxDoc();
  }

  /**
   * The next query.
   *
   * @throws IllegalStateException if no page has enough words
   */
  @Override
  public String get() {
    if (docs == 0) {
      throw new IllegalStateException("no page");
    }
    // Chance repetitions count, too.
    boolean isDue = asked.size() - distinct.size() < asked.size() * REPEATED;
    boolean isRepeated = isDue && random.nextBoolean();
    String query = isRepeated ? asked.get(random.nextInt(asked.size())) : fresh();
    asked.add(query);
    distinct.add(query);
    return query;
  }

  private String fresh() {
    int length = length();
    // Single words are never quoted: the others get the whole share.
    boolean isQuoted = length > 1 && random.nextDouble() < QUOTED / (1 - SINGLE);
    for (int i = 0; i < MAX_TRIES; i++) {
      List<String> passage = passage();
      if (passage.size() >= length) {
        if (!isQuoted && length > 1 && random.nextDouble() >= NEIGHBOURS) {
          Collections.shuffle(passage, random);
        }
        int start = random.nextInt(passage.size() - length + 1);
        String words = String.join(" ", passage.subList(start, start + length));
        return isQuoted ? '"' + words + '"' : words;
      }
    }
    throw new IllegalStateException("no page has " + length + " words in a row");
  }

  private int length() {
    if (random.nextDouble() < SINGLE) {
      return 1;
    }
    double left = random.nextDouble();
    int length = 2;
    for (int i = 0; i < SEVERAL.length - 1 && left >= SEVERAL[i]; i++) {
      left -= SEVERAL[i];
      length++;
    }
    return length;
  }

  /** The words of a title, or of a piece of a text. */
  private List<String> passage() {
    try {
      Document page = stored.document(random.nextInt(docs), FIELDS);
      boolean isTitle = random.nextBoolean();
      String text = page.get((isTitle ? IndexField.TITLE : IndexField.MAIN).fieldName());
      if (text == null || text.isEmpty()) {
        return List.of();
      }
      int start = isTitle ? 0 : random.nextInt(text.length());
      return Analysis.words(Texts.cut(text.substring(start), PASSAGE_CHARS)).stream()
          .map(Analysis.Word::exact)
          .skip(isTitle ? 0 : 1) // half a word
          .collect(Collectors.toCollection(ArrayList::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
