package org.orbweaver.testkit.maze;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A Markov chain of words: each word follows the words before it as often as in the corpus. The
 * corpus counts as a circle, so that any state has a successor.
 */
final class MarkovChain {
  private final List<String> words;
  private final int order;

  /** The positions at which a state's words begin. */
  private final Map<String, List<Integer>> positions = new HashMap<>();

  private final List<Integer> sentences = new ArrayList<>();

  /**
   * @param order words in a state, from 1
   */
  MarkovChain(List<String> words, int order) {
    this.words = words;
    this.order = order;
    for (int i = 0; i < words.size(); i++) {
      positions.computeIfAbsent(state(i), it -> new ArrayList<>()).add(i);
      if (endsSentence(word(i - 1 + words.size()))) {
        sentences.add(i);
      }
    }
    if (sentences.isEmpty()) {
      sentences.add(0);
    }
  }

  /** Sentences with at least so many words, unless none ends before twice as many. */
  String text(Random random, int least) {
    StringBuilder text = new StringBuilder();
    int position = sentences.get(random.nextInt(sentences.size()));
    String word = word(position);
    text.append(word);
    for (int n = 1; n < least || (!endsSentence(word) && n < 2 * least); n++) {
      List<Integer> same = positions.get(state(position));
      position = same.get(random.nextInt(same.size())) + 1;
      // The next word of the text is the first of the next state.
      word = word(position);
      text.append(' ').append(word);
    }
    return text.toString();
  }

  private String word(int position) {
    return words.get(position % words.size());
  }

  private String state(int position) {
    StringBuilder state = new StringBuilder();
    for (int i = 0; i < order; i++) {
      state.append(word(position + i)).append(' ');
    }
    return state.toString();
  }

  private static boolean endsSentence(String word) {
    return word.endsWith(".") || word.endsWith("?") || word.endsWith("!");
  }
}
