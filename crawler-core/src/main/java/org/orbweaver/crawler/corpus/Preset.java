package org.orbweaver.crawler.corpus;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Published rules by which texts are kept for language models. Thresholds and order are those of
 * datatrove's filters and of its script for FineWeb; RefinedWeb's rules for lines are those of the
 * paper. They are about languages that put spaces between words.
 */
public enum Preset {
  /** All texts. */
  NONE,
  /** Rae et al. 2021, "Scaling Language Models", appendix A.1: repetition and quality. */
  GOPHER,
  /** Raffel et al. 2020, "Exploring the Limits of Transfer Learning", section 2.2. */
  C4,
  /** Penedo et al. 2024, "The FineWeb Datasets": Gopher, C4 but for the ends of lines, its own. */
  FINEWEB,
  /** Penedo et al. 2023, "The RefinedWeb Dataset", appendix G: Gopher, then rules for lines. */
  REFINEDWEB;

  private static final Set<String> STOP_WORDS =
      Set.of("the", "be", "to", "of", "and", "that", "have", "with");

  private static final Pattern PARAGRAPHS = Pattern.compile("\n{2,}");
  private static final Pattern CITATION = Pattern.compile("\\[\\d*]|\\[edit]|\\[citation needed]");
  private static final List<String> POLICIES =
      List.of(
          "terms of use",
          "privacy policy",
          "cookie policy",
          "uses cookies",
          "use of cookies",
          "use cookies");

  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern COUNTER =
      Pattern.compile(
          "\\W*\\d[\\d.,]*\\s?[kmb]?\\s+(?:likes?|shares?|comments?|views?|followers?|downloads?"
              + "|replies|retweets?|upvotes?|votes?)\\W*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern BOILERPLATE =
      Pattern.compile(
          "^sign[- ]in\\b|\\bread more(?:\\.\\.\\.|…)$|\\bitems? in cart\\b",
          Pattern.CASE_INSENSITIVE);

  /**
   * The outcome for a text.
   *
   * @param text what is left of it
   * @param reason why it is left out; null if it is not
   */
  public record Judged(String text, String reason) {}

  /** Its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Applies the rules.
   *
   * @param language null if it is not known; stop words are English
   */
  public Judged judge(String text, String language) {
    PageText page = new PageText(text);
    if (this == NONE) {
      return new Judged(text, null);
    } else if (page.isUnspaced()) {
      return new Judged(text, "unspaced_script");
    }
    if (this == C4) {
      return c4(page, true);
    }
    boolean isEnglish = language == null || CorpusRecipe.isOf(language, "en");
    String reason = repetition(page);
    reason = reason == null ? quality(page, isEnglish) : reason;
    if (reason != null || this == GOPHER) {
      return new Judged(text, reason);
    }
    return this == REFINEDWEB ? lines(page) : fineweb(c4(page, false));
  }

  private static String repetition(PageText page) {
    double length = PageText.length(page.text());
    List<String> paragraphs = PARAGRAPHS.splitAsStream(page.text().strip()).toList();
    String reason = repeated("para", paragraphs, length);
    reason = reason == null ? repeated("line", page.lines(), length) : reason;
    for (int n = 2; n <= 4 && reason == null; n++) {
      // .20, .18, .16
      reason = top(page.words(), n) / length > (24 - 2 * n) / 100. ? "top_" + n + "_gram" : null;
    }
    for (int n = 5; n <= 10 && reason == null; n++) {
      // .15, .14 … .10
      double share = duplicated(page.words(), n) / length;
      reason = share > (20 - n) / 100. ? "duplicated_" + n + "_n_grams" : null;
    }
    return reason;
  }

  private static String repeated(String what, List<String> elements, double length) {
    PageText.Repeats repeats = PageText.Repeats.of(elements);
    if (repeats.count() / (double) elements.size() > .3) {
      return "dup_" + what + "_frac";
    }
    return repeats.length() / length > .2 ? "dup_" + what + "_char_frac" : null;
  }

  /** The characters of the most frequent run of words, the first of equal ones. */
  private static long top(List<String> words, int n) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i + n <= words.size(); i++) {
      counts.merge(String.join(" ", words.subList(i, i + n)), 1, Integer::sum);
    }
    String most = null;
    for (Map.Entry<String, Integer> one : counts.entrySet()) {
      most = most == null || one.getValue() > counts.get(most) ? one.getKey() : most;
    }
    return most == null ? 0 : (long) PageText.length(most) * counts.get(most);
  }

  /** The characters of runs of words that were there before; no word counts twice. */
  private static long duplicated(List<String> words, int n) {
    Set<String> seen = new HashSet<>();
    long length = 0;
    for (int i = 0; i + n <= words.size(); ) {
      String run = String.join("", words.subList(i, i + n));
      boolean isNew = seen.add(run);
      length += isNew ? 0 : PageText.length(run);
      i += isNew ? 1 : n;
    }
    return length;
  }

  private static String quality(PageText page, boolean isEnglish) {
    String text = page.text();
    List<String> all = page.words();
    List<String> words = all.stream().filter(PageText::isWord).toList();
    double count = all.size();
    if (words.size() < 50) {
      return "gopher_short_doc";
    } else if (words.size() > 100_000) {
      return "gopher_long_doc";
    }
    double mean = words.stream().mapToInt(PageText::length).average().orElse(0);
    if (mean < 3) {
      return "gopher_below_avg_threshold";
    } else if (mean > 10) {
      return "gopher_above_avg_threshold";
    } else if (occurrences(text, "#") / count > .1) {
      return "gopher_too_many_hashes";
    } else if ((occurrences(text, "...") + occurrences(text, "…")) / count > .1) {
      return "gopher_too_many_ellipsis";
    } else if (share(page, line -> line.startsWith("•") || line.startsWith("-")) > .9) {
      return "gopher_too_many_bullets";
    } else if (share(page, line -> line.endsWith("...") || line.endsWith("…")) > .3) {
      return "gopher_too_many_end_ellipsis";
    } else if (all.stream().filter(Preset::hasLetter).count() / count < .8) {
      return "gopher_below_alpha_threshold";
    }
    boolean isProse = all.stream().filter(STOP_WORDS::contains).count() >= 2;
    return isProse || !isEnglish ? null : "gopher_enough_stop_words";
  }

  private static boolean hasLetter(String word) {
    return word.codePoints().anyMatch(Character::isLetter);
  }

  private static int occurrences(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }

  private static double share(PageText page, Predicate<String> ofLine) {
    return page.lines().stream().map(String::strip).filter(ofLine).count()
        / (double) page.lines().size();
  }

  private static String[] split(String line) {
    return line.isEmpty() ? new String[0] : line.split("\\s+", -1);
  }

  private static Judged c4(PageText page, boolean endsOfLines) {
    List<String> kept = new ArrayList<>();
    int sentences = 0;
    for (String whole : page.lines()) {
      String[] words = split(whole.strip());
      String line = CITATION.matcher(whole.strip()).replaceAll("");
      String small = line.toLowerCase(Locale.ROOT);
      boolean isSentence =
          (!endsOfLines || (endsWithPunctuation(line) && !line.endsWith("...")))
              && words.length >= 3
              && Stream.of(words).allMatch(word -> PageText.length(word) <= 1000);
      if (isSentence && small.contains("lorem ipsum")) {
        return new Judged(page.text(), "lorem_ipsum");
      }
      isSentence &= !small.contains("javascript");
      if (isSentence && line.contains("{")) {
        return new Judged(page.text(), "curly_bracket");
      }
      if (isSentence && POLICIES.stream().noneMatch(small::contains)) {
        sentences += PageText.sentences(line);
        kept.add(line);
      }
    }
    return new Judged(String.join("\n", kept).strip(), sentences < 5 ? "too_few_sentences" : null);
  }

  private static boolean endsWithPunctuation(String line) {
    return !line.isEmpty() && ".?!\"'".indexOf(line.charAt(line.length() - 1)) >= 0;
  }

  private static Judged fineweb(Judged before) {
    if (before.reason() != null) {
      return before;
    }
    PageText page = new PageText(before.text());
    String text = page.text();
    String reason = null;
    if (share(page, Preset::endsWithPunctuation) <= .12) {
      reason = "line_punct_ratio";
    } else if (share(page, line -> PageText.length(line) <= 30) >= .67) {
      reason = "short_line_ratio";
    } else if (PageText.Repeats.of(page.lines()).length()
            / (double) PageText.length(text.replace("\n", ""))
        >= .01) {
      reason = "char_dup_ratio";
    } else if (occurrences(text, "\n") / (double) page.words().size() > .3) {
      reason = "list_ratio";
    }
    return new Judged(text, reason);
  }

  private static Judged lines(PageText page) {
    List<String> kept = new ArrayList<>();
    int words = 0;
    int left = 0;
    for (String whole : page.lines()) {
      String line = whole.strip();
      int length = split(line).length;
      long upper = line.codePoints().filter(Character::isUpperCase).count();
      boolean drop =
          length < 2
              || upper > PageText.length(line) / 2.
              || NUMBER.matcher(line).matches()
              || COUNTER.matcher(line).matches();
      String rest =
          drop ? "" : length > 10 ? line : BOILERPLATE.matcher(line).replaceAll("").strip();
      words += length;
      left += split(rest).length;
      if (!rest.isEmpty()) {
        kept.add(rest);
      }
    }
    String reason = words - left > .05 * words ? "line_filter_words" : null;
    return new Judged(String.join("\n", kept), reason);
  }
}
