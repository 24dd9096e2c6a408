package org.orbweaver.index.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.search.QueryNode.All;
import org.orbweaver.index.search.QueryNode.Any;
import org.orbweaver.index.search.QueryNode.Near;
import org.orbweaver.index.search.QueryNode.Occur;
import org.orbweaver.index.search.QueryNode.Part;
import org.orbweaver.index.search.QueryNode.Text;

/**
 * The words that a query looks for, to compare other texts with: those of all words and phrases
 * outside of exclusions and of filters ({@code site:} and the like), each once. Words are compared
 * as the index does, by their form and their stem.
 */
public final class QueryWords {

  private final Set<Analysis.Word> words = new HashSet<>();

  private QueryWords() {}

  /** The words of {@code query}, in the language of {@link QueryParser}. */
  public static QueryWords of(String query) {
    QueryWords words = new QueryWords();
    words.collect(QueryParser.parse(query).query());
    return words;
  }

  private void collect(QueryNode node) {
    if (node instanceof Text text) {
      if (!text.in().isFilter()) {
        words.addAll(Analysis.words(text.text()));
      }
    } else if (node instanceof All all) {
      for (Part part : all.parts()) {
        if (part.occur() != Occur.NOT) {
          collect(part.node());
        }
      }
    } else if (node instanceof Near near) {
      collect(near.left());
      collect(near.right());
    } else if (node instanceof Any any) {
      any.nodes().forEach(this::collect);
    }
  }

  /** How many different words there are. */
  public int count() {
    return words.size();
  }

  /** How many of them occur in {@code text}. */
  public int in(String text) {
    Set<String> forms = new HashSet<>();
    for (Analysis.Word word : Analysis.words(text)) {
      forms.addAll(forms(word));
    }
    int found = 0;
    for (Analysis.Word word : words) {
      found += forms(word).stream().anyMatch(forms::contains) ? 1 : 0;
    }
    return found;
  }

  private static List<String> forms(Analysis.Word word) {
    List<String> forms = new ArrayList<>(List.of(word.exact()));
    if (word.stem() != null) {
      forms.add(word.stem());
    }
    return forms;
  }
}
