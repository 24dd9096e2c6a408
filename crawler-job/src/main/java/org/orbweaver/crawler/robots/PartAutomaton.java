package org.orbweaver.crawler.robots;

import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;

/**
 * Finds all occurrences of many texts in one pass over a path, after Aho and Corasick, "Efficient
 * string matching: an aid to bibliographic search", Communications of the ACM 18 (1975).
 *
 * <p>The texts are numbered in their order. States are numbered by depth, so that the children of a
 * state lie side by side and a state costs 13 bytes: its character, its first child, its failure
 * link and the longest text that ends in it. There are no more states than characters in the texts.
 *
 * <p>Texts must be of ASCII characters.
 */
final class PartAutomaton {
  private static final int ROOT = 0;

  private final String[] texts;
  private final byte[] labels;
  private final int[] firstChild;
  private final int[] failure;
  private final int[] longestText;
  private final int[] shorterText;
  private final int[] rootChild = new int[128];

  PartAutomaton(Collection<String> parts) {
    texts = new TreeSet<>(parts).toArray(String[]::new);
    int states = 1;
    for (int i = 0; i < texts.length; i++) {
      states += texts[i].length() - (i == 0 ? 0 : commonPrefix(texts[i - 1], texts[i]));
    }
    labels = new byte[states];
    firstChild = new int[states + 1];
    failure = new int[states];
    longestText = new int[states];
    shorterText = new int[texts.length];
    int[] parents = new int[states];
    growTrie(parents);
    link(parents);
  }

  /** Lays out the trie of the texts breadth first; a state is a range of the sorted texts. */
  private void growTrie(int[] parents) {
    int states = labels.length;
    int[] from = new int[states];
    int[] to = new int[states];
    to[ROOT] = texts.length;
    int made = 1;
    int depth = 0;
    int nextDepth = 1;
    for (int state = 0; state < states; state++) {
      if (state == nextDepth) {
        depth++;
        nextDepth = made;
      }
      firstChild[state] = made;
      longestText[state] = -1;
      int text = from[state];
      if (text < to[state] && texts[text].length() == depth) {
        longestText[state] = text++;
      }
      while (text < to[state]) {
        char label = texts[text].charAt(depth);
        int child = made++;
        labels[child] = (byte) label;
        parents[child] = state;
        from[child] = text;
        while (text < to[state] && texts[text].charAt(depth) == label) {
          text++;
        }
        to[child] = text;
      }
    }
    firstChild[states] = made;
    for (int child = firstChild[ROOT]; child < firstChild[ROOT + 1]; child++) {
      rootChild[labels[child]] = child;
    }
  }

  /** Links each state to the longest other state that its text ends with. */
  private void link(int[] parents) {
    for (int state = 1; state < labels.length; state++) {
      int parent = parents[state];
      failure[state] = parent == ROOT ? ROOT : step(failure[parent], (char) labels[state]);
      int inherited = longestText[failure[state]];
      if (longestText[state] >= 0) {
        shorterText[longestText[state]] = inherited;
      } else {
        longestText[state] = inherited;
      }
    }
  }

  private static int commonPrefix(String a, String b) {
    int end = Math.min(a.length(), b.length());
    int i = 0;
    while (i < end && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return i;
  }

  /** The state before the first character. */
  int start() {
    return ROOT;
  }

  /** The state after one more character of ASCII. */
  int step(int state, char c) {
    int at = state;
    while (at != ROOT) {
      int child = child(at, c);
      if (child >= 0) {
        return child;
      }
      at = failure[at];
    }
    return rootChild[c];
  }

  private int child(int state, char c) {
    int low = firstChild[state];
    int high = firstChild[state + 1] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int label = labels[middle];
      if (label == c) {
        return middle;
      }
      if (label < c) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** The longest text that ends where the state was reached, or -1. */
  int longestText(int state) {
    return longestText[state];
  }

  /** The next shorter text that ends where this one does, or -1. */
  int shorterText(int text) {
    return shorterText[text];
  }

  /** How many texts there are. */
  int size() {
    return texts.length;
  }

  /** The number of a text that was given. */
  int indexOf(String text) {
    return Arrays.binarySearch(texts, text);
  }

  int length(int text) {
    return texts[text].length();
  }
}
