package org.orbweaver.testkit.maze;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A text in paragraphs. Its size is that of its words in memory: meant for up to some megabytes.
 */
public final class Corpus {
  /** In Markdown, these begin a heading, a table, a fence, HTML or a picture. */
  private static final Pattern NO_PROSE = Pattern.compile("(?s)(#|\\||```|<|!\\[|    ).*");

  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern WORD = Pattern.compile("[a-z]{3,15}");
  private static final int SHORTEST_PARAGRAPH = 120;

  private final List<String> paragraphs;
  private final List<String> words;
  private final List<String> vocabulary;

  private Corpus(List<String> paragraphs) {
    this.paragraphs = List.copyOf(paragraphs);
    this.words = paragraphs.stream().flatMap(it -> Arrays.stream(it.split("\\s+"))).toList();
    Map<String, Integer> counts = new HashMap<>();
    for (String word : words) {
      String plain = word.toLowerCase(Locale.ROOT).replaceAll("^\\P{L}+|\\P{L}+$", "");
      if (WORD.matcher(plain).matches()) {
        counts.merge(plain, 1, Integer::sum);
      }
    }
    this.vocabulary =
        counts.keySet().stream()
            .sorted(Comparator.comparing((String it) -> -counts.get(it)).thenComparing(it -> it))
            .toList();
    if (vocabulary.size() < 2) {
      throw new IllegalArgumentException("the corpus has fewer than two words");
    }
  }

  /** A text whose paragraphs are separated by blank lines. */
  public static Corpus of(String text) {
    return new Corpus(
        Arrays.stream(text.split("\\R\\s*\\R"))
            .map(String::strip)
            .filter(it -> !it.isEmpty())
            .toList());
  }

  /** The prose of Markdown files: paragraphs and items of lists, without markup. */
  public static Corpus ofMarkdown(Collection<Path> files) throws IOException {
    List<String> prose = new ArrayList<>();
    for (Path file : files) {
      boolean isCode = false;
      for (String block : Files.readString(file).split("\\R\\s*\\R|\\R(?=- |```)")) {
        boolean isFence = block.startsWith("```");
        if (!isCode && !isFence && !NO_PROSE.matcher(block).matches()) {
          String text =
              LINK.matcher(block)
                  .replaceAll("$1")
                  .replaceAll("[*`]|^- ", "")
                  .replaceAll("\\s+", " ");
          if (text.length() >= SHORTEST_PARAGRAPH) {
            prose.add(text.strip());
          }
        }
        isCode ^= isFence && !block.substring(3).contains("```");
      }
    }
    return new Corpus(prose);
  }

  /** The paragraphs in their order. */
  public List<String> paragraphs() {
    return paragraphs;
  }

  /** All words in their order, with the punctuation at them. */
  List<String> words() {
    return words;
  }

  /** Distinct words of ASCII letters, lower case, frequent ones first. */
  public List<String> vocabulary() {
    return vocabulary;
  }
}
