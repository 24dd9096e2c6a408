package org.orbweaver.index.query;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Any;
import org.orbweaver.index.query.QueryNode.Near;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.schema.Analysis;

/**
 * The words of a query, for comparison with other texts: those of all words and phrases outside
 * exclusions and filters ({@code site:} and the like), each once. Words are compared as the index
 * does, by their form and their stem.
 */
public final class QueryWords {

  private final Set<Analysis.Word> words = new HashSet<>();

  private QueryWords() {}

  /** The words of {@code query}, in the language of {@link QueryParser}. */
  public static QueryWords of(String query) {
    QueryWords words = new QueryWords();
    texts(QueryParser.parse(query, null).query())
        .forEach(text -> words.words.addAll(Analysis.words(text)));
    return words;
  }

  /** A text as a query for its words, whatever else its signs mean in the query language. */
  public static String withoutOperators(String text) {
    return text.replaceAll("[^\\p{L}\\p{M}\\p{N}.,'\u2019]+", " ").toLowerCase(Locale.ROOT);
  }

  /** The words and phrases as they were typed, outside of exclusions and filters. */
  static Stream<String> texts(QueryNode expanded) {
    QueryNode node = expanded.typed();
    if (node instanceof Text text) {
      return text.in().isFilter() ? Stream.empty() : Stream.of(text.text());
    } else if (node instanceof All all) {
      return all.parts().stream()
          .filter(part -> part.occur() != Occur.NOT)
          .flatMap(part -> texts(part.node()));
    } else if (node instanceof Near near) {
      return Stream.concat(texts(near.left()), texts(near.right()));
    } else if (node instanceof Any any) {
      return any.nodes().stream().flatMap(QueryWords::texts);
    }
    return Stream.empty();
  }

  /** The number of distinct words. */
  public int count() {
    return words.size();
  }

  /** How many of them occur in {@code text}. */
  public int in(String text) {
    Set<String> forms = new HashSet<>();
    for (Analysis.Word word : Analysis.words(text)) {
      forms.addAll(word.forms());
    }
    int found = 0;
    for (Analysis.Word word : words) {
      found += word.forms().stream().anyMatch(forms::contains) ? 1 : 0;
    }
    return found;
  }
}
