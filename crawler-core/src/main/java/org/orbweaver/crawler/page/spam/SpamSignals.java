package org.orbweaver.crawler.page.spam;

import java.util.Locale;

/**
 * Signals of spam in one page, each from 0 to 1.
 *
 * @param hidden text that readers do not see
 * @param stuffing repeated keywords
 * @param links hidden links to other sites
 * @param doorway little more than a redirect, or links that repeat one phrase
 * @param prompt hidden text that addresses language models; no part of the score, since its owner
 *     may only defend the page
 */
public record SpamSignals(
    double hidden, double stuffing, double links, double doorway, double prompt) {

  private static final String PROMPT = "prompt:";

  /** Pages with this score or more count as spam. */
  public static final double THRESHOLD = .5;

  /** The signals of {@link #score} combined: 1 − Π(1 − signal), as for independent evidence. */
  public double score() {
    return 1 - (1 - hidden) * (1 - stuffing) * (1 - links) * (1 - doorway);
  }

  /** The score at the beginning of the form written by {@link #toString}; 0 if there is none. */
  public static double scoreOf(String written) {
    try {
      double score = Double.parseDouble(written.split(" ", 2)[0]);
      return score >= 0 && score <= 1 ? score : 0;
    } catch (NumberFormatException e) {
      return 0; // Crawls from other programs may hold anything under this name.
    }
  }

  /** Whether the written form has the signal of hidden text that addresses language models. */
  public static boolean hasPrompt(String written) {
    return written.contains(' ' + PROMPT);
  }

  /** Score and the signals that are not 0: {@code 0.83 hidden:0.70 stuffing:0.43}; or empty. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, "hidden:", hidden);
    append(text, "stuffing:", stuffing);
    append(text, "links:", links);
    append(text, "doorway:", doorway);
    append(text, PROMPT, prompt);
    return text.isEmpty() ? "" : number(score()) + text;
  }

  private static void append(StringBuilder text, String name, double signal) {
    if (signal >= .01) {
      text.append(' ').append(name).append(number(signal));
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
