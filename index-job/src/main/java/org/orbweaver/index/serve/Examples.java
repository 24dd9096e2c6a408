package org.orbweaver.index.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.UrlParts;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;

/** Queries that show what can be asked, made of an index's own words: each finds a page. */
final class Examples {
  /** Beginnings of words in scripts with and without capitals; the index completes them. */
  private static final String LETTERS = "scpmtabdilrefghnowuvkzjqxyäéабвкмнопрстلبم";

  private static final int WORDS = 3;
  private static final int SUGGESTIONS = 8;
  private static final int SHORTEST = 4;

  /** An example with what it means. */
  record Example(String query, String meaning) {}

  private Examples() {}

  /** The examples that find something; none of an index without words. */
  static List<Example> of(SearchService index) throws IOException {
    List<Example> examples = new ArrayList<>();
    Set<String> words = new LinkedHashSet<>();
    String pair = "";
    for (int c : LETTERS.codePoints().toArray()) {
      int before = words.size();
      for (SearchService.Suggestion one :
          index.suggest(Character.toString(c), SUGGESTIONS).suggestions()) {
        String text = one.text();
        String[] parts = text.split(" ");
        boolean isNext = words.size() == before && parts.length == 1;
        if (isNext && text.length() >= SHORTEST && isWord(text)) {
          words.add(text);
        }
        for (int i = 1; i < parts.length && pair.isEmpty(); i++) {
          if (Math.min(parts[i - 1].length(), parts[i].length()) >= SHORTEST
              && isWord(parts[i - 1] + parts[i])) {
            pair = parts[i - 1] + " " + parts[i];
          }
        }
      }
      if (words.size() >= WORDS && !pair.isEmpty()) {
        break;
      }
    }
    if (!pair.isEmpty()) {
      // In a small index, titles may be all that is suggested.
      words.addAll(List.of(pair.split(" ")));
      add(examples, index, pair, "pages about both words");
      add(examples, index, '"' + pair + '"', "exactly this phrase");
    }
    List<String> of = List.copyOf(words);
    if (of.size() > 1) {
      add(examples, index, of.get(0) + " -" + of.get(1), "without a word");
      add(examples, index, of.get(0) + " OR " + of.get(1), "either word");
    }
    for (String word : of) {
      Optional<SearchResult.Hit> hit = first(index, "title:" + word);
      if (hit.isPresent()) {
        String site = " site:" + UrlParts.host(hit.get().url());
        add(examples, index, "title:" + word + site, "in the title, on one site");
        break;
      }
    }
    return examples;
  }

  private static boolean isWord(String text) {
    return text.codePoints().allMatch(Character::isLetter);
  }

  private static void add(List<Example> examples, SearchService index, String query, String meaning)
      throws IOException {
    if (first(index, query).isPresent()) {
      examples.add(new Example(query, meaning));
    }
  }

  /** The best page; none if a word of another script is no query by itself. */
  private static Optional<SearchResult.Hit> first(SearchService index, String query)
      throws IOException {
    try {
      return index.search(SearchRequest.of(query, 1).asTyped()).hits().stream().findFirst();
    } catch (OrbException e) {
      return Optional.empty(); // the words are pages' own; one may be an operator
    }
  }
}
