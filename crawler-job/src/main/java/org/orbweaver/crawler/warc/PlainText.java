package org.orbweaver.crawler.warc;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.page.Languages;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.crawler.page.content.MainContent;

/**
 * The text of a page for a WET file, and what its owner allows.
 *
 * @param text title and text, a block a line
 * @param languages ISO 639-3 codes of its languages, most of the text first, separated by commas;
 *     empty if none is known
 */
record PlainText(String text, String languages) {

  /**
   * The text as parse extracted it, without the parts that the page excludes from snippets.
   *
   * @return empty if there is none, or the owner does not want it to be indexed or shown
   */
  static Optional<PlainText> of(ParseData data, ParseText parsed, Instant now) {
    if (data == null || parsed == null || parsed.getText().isBlank()) {
      return Optional.empty();
    }
    Metadata meta = data.getParseMeta();
    RobotsDirectives robots =
        RobotsDirectives.of(String.join(",", meta.getValues(MetaNames.ROBOTS)));
    boolean unwanted =
        robots.noindex()
            || robots.maxSnippet() == 0
            || disallows(data, List.of(MetadataKeys.NO_SEARCH))
            || isOver(meta.get(MetaNames.UNAVAILABLE_AFTER), now);
    if (unwanted) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(parsed.getText());
    String unshown = meta.get(MetaNames.NO_SNIPPET);
    if (unshown != null) {
      List<MainContent.Range> ranges = MainContent.parse(unshown, text.length()).ranges();
      for (int i = ranges.size() - 1; i >= 0; i--) {
        text.delete(ranges.get(i).start(), ranges.get(i).end());
      }
    }
    String title = data.getTitle() == null ? "" : data.getTitle().strip();
    text.insert(0, title.isEmpty() ? "" : title + "\n");
    if (!text.toString().endsWith("\n")) {
      text.append('\n');
    }
    return Optional.of(new PlainText(text.toString(), languages(meta)));
  }

  /** Whether the owner disallows one of some uses, such as {@code ai-train:n}. */
  static boolean disallows(ParseData data, List<String> uses) {
    String usage = data.getParseMeta().get(MetaNames.USAGE);
    return usage != null && List.of(usage.split(" ", -1)).stream().anyMatch(uses::contains);
  }

  private static boolean isOver(String end, Instant now) {
    try {
      return end != null && OffsetDateTime.parse(end).toInstant().isBefore(now);
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static String languages(Metadata meta) {
    List<String> codes = new ArrayList<>();
    for (String name : List.of(MetaNames.LANGUAGE, MetaNames.SECOND_LANGUAGE)) {
      String code = Languages.iso3(meta.get(name));
      if (!code.isEmpty() && !codes.contains(code)) {
        codes.add(code);
      }
    }
    return String.join(",", codes);
  }
}
