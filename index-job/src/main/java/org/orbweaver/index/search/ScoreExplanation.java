package org.orbweaver.index.search;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.search.Explanation;
import org.orbweaver.crawler.topic.TopicModel.Topic;

/**
 * Formats Lucene's explanation of a score, a line for each part: its value, the zone and the words,
 * and weight × idf × tf with the factors of tf. Indented lines add up to the line above them; a
 * word's best zone counts, and a share of the others.
 */
final class ScoreExplanation {
  private static final Pattern FEATURE = Pattern.compile("for the (\\S+) feature");

  private static final Pattern LEAF = Pattern.compile("weight\\((.*) in \\d+\\).*", Pattern.DOTALL);

  private final StringBuilder lines = new StringBuilder();

  private ScoreExplanation() {}

  /**
   * @param topics those of the query
   */
  static String of(Explanation explanation, List<Topic> topics) {
    ScoreExplanation explained = new ScoreExplanation();
    explained.line(explanation, "score" + about(topics), 0);
    explained.parts(explanation, 1);
    return explained.lines.toString();
  }

  private static String about(List<Topic> topics) {
    return topics.isEmpty()
        ? ""
        : topics.stream()
            .map(topic -> String.format(Locale.ROOT, "%s %.2f", topic.name(), topic.probability()))
            .collect(Collectors.joining(", ", "; the query is about ", ""));
  }

  private void parts(Explanation of, int depth) {
    for (Explanation part : of.getDetails()) {
      String description = part.getDescription();
      Matcher leaf = LEAF.matcher(description);
      Matcher feature = FEATURE.matcher(description);
      if (!part.isMatch() || part.getValue().doubleValue() == 0) {
        continue;
      }
      if (leaf.matches()) {
        line(part, leaf.group(1) + ": " + factors(part), depth);
      } else if (description.startsWith("max plus")) {
        line(part, "best zone, and a share of the others:", depth);
        parts(part, depth + 1);
      } else if (description.startsWith("max of")) {
        line(part, "the best of the word and its synonyms:", depth);
        parts(part, depth + 1);
      } else if (description.startsWith("demoted")) {
        line(part, description, depth);
        parts(part, depth + 1);
      } else if (description.startsWith("sum of")) {
        parts(part, depth);
      } else if (feature.find()) {
        line(
            part,
            String.format(
                Locale.ROOT,
                "%s: weight %.3g × S/(S + pivot), S = %.3g, pivot %.3g",
                feature.group(1),
                value(part, "w,"),
                value(part, "S,"),
                value(part, "k,")),
            depth);
      } else {
        line(part, description, depth);
      }
    }
  }

  private static String factors(Explanation leaf) {
    Double boost = value(leaf, "boost");
    return String.format(
        Locale.ROOT,
        "weight %.3g × idf %.3g × tf %.3g (%.3g times, length %.0f, average %.0f)",
        boost == null ? 1 : boost,
        value(leaf, "idf"),
        value(leaf, "tf,"),
        value(leaf, "freq=", "phraseFreq=", "freq,", "termFreq"),
        value(leaf, "dl,"),
        value(leaf, "avgdl,"));
  }

  /** The value of the first part below whose description begins so; null if there is none. */
  private static Double value(Explanation of, String... beginnings) {
    for (Explanation part : of.getDetails()) {
      for (String beginning : beginnings) {
        if (part.getDescription().startsWith(beginning)) {
          return part.getValue().doubleValue();
        }
      }
      Double below = value(part, beginnings);
      if (below != null) {
        return below;
      }
    }
    return null;
  }

  private void line(Explanation part, String text, int depth) {
    lines.append(
        String.format(
            Locale.ROOT, "%s%.3f %s%n", "  ".repeat(depth), part.getValue().doubleValue(), text));
  }
}
