package org.orbweaver.crawler.page.spam;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;

/**
 * Finds hidden text that addresses language models instead of readers, by typical phrases ({@code
 * prompts.txt}). Readers see text about such phrases, so that only hidden text is searched.
 */
public final class HiddenPrompts {
  /**
   * A hidden text, by its place in the text of the page.
   *
   * @param end exclusive
   */
  public record HiddenText(int start, int end) {}

  private static final int MAX_RANGES = 10_000;

  /** A phrase; the words are found much faster than the pattern fails. */
  private record Phrase(List<String> words, Pattern pattern) {
    boolean in(String text) {
      return words.stream().anyMatch(text::contains) && pattern.matcher(text).find();
    }
  }

  private static final List<Phrase> PHRASES = read();

  /** Hidden text, in the order of the page. */
  private final List<HiddenText> hidden = new ArrayList<>();

  /** Whether the last of them continues. */
  private boolean open;

  private static List<Phrase> read() {
    try (InputStream in = HiddenPrompts.class.getResourceAsStream("prompts.txt")) {
      return IOUtils.readLines(in, StandardCharsets.UTF_8).stream()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", 2))
          .map(f -> new Phrase(List.of(f[0].split("\\|", -1)), Pattern.compile(f[1])))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a piece of hidden text by its place in the text of the page. */
  void add(int start, int end) {
    int last = hidden.size() - 1;
    if (open) {
      hidden.set(last, new HiddenText(hidden.get(last).start(), end));
    } else if (hidden.size() < MAX_RANGES) {
      hidden.add(new HiddenText(start, end));
      open = true;
    }
  }

  /** The hidden element has ended, or shows text. */
  void end() {
    open = false;
  }

  /**
   * The hidden texts that address models.
   *
   * @param body the text of the page
   */
  List<HiddenText> in(String body) {
    return hidden.stream()
        .map(
            r ->
                new HiddenText(
                    Math.min(r.start(), body.length()), Math.min(r.end(), body.length())))
        .filter(r -> isPrompt(body.substring(r.start(), r.end())))
        .toList();
  }

  private static boolean isPrompt(String hidden) {
    String text = hidden.toLowerCase(Locale.ROOT).replace('\n', ' ');
    return PHRASES.stream().anyMatch(phrase -> phrase.in(text));
  }
}
