package org.orbweaver.crawler.warc;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Count;
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
public record PlainText(String text, String languages) {

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
    if (robots(meta).maxSnippet() == 0 || isUnindexed(data, now)) {
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

  /** Whether the owner does not want a page to be in an index, or no longer. */
  public static boolean isUnindexed(ParseData data, Instant now) {
    Metadata meta = data.getParseMeta();
    return robots(meta).noindex()
        || disallows(data, List.of(MetadataKeys.NO_SEARCH))
        || isOver(meta.get(MetaNames.UNAVAILABLE_AFTER), now);
  }

  private static RobotsDirectives robots(Metadata meta) {
    return RobotsDirectives.of(String.join(",", meta.getValues(MetaNames.ROBOTS)));
  }

  /**
   * Whether all that the owner says of a document was read. Of one that took too long, or that
   * stopped the parser, the elements were not; a type without a parser has none.
   */
  public static boolean hasWishes(ParseData data) {
    ParseStatus status = data.getStatus();
    return status.isSuccess() || status.getMinorCode() == ParseStatus.FAILED_INVALID_FORMAT;
  }

  /** Why a page is left out of an export for some uses. */
  public enum Withheld {
    /** Its owner disallows one of them. */
    DISALLOWED,
    /** It is not parsed, or not as far as its owner's wishes. */
    UNREAD;

    /** What to tell of the pages that are left out, in an export by which none need be. */
    public static String said(long disallowed, long unread) {
      return "; "
          + Count.of(disallowed, "fetch", "fetches")
          + " omitted: the owners disallow it"
          + (unread == 0
              ? ""
              : "; " + Count.of(unread, "fetch", "fetches") + " omitted: the page was not parsed");
    }
  }

  /**
   * Why a page is left out of an export for some uses; empty if it is not.
   *
   * @param data null if the page is not parsed
   * @param uses what its owner must not say, such as {@code ai-train:n}
   */
  public static Optional<Withheld> withheld(ParseData data, List<String> uses) {
    if (uses.isEmpty()) {
      return Optional.empty();
    } else if (data != null && disallows(data, uses)) {
      return Optional.of(Withheld.DISALLOWED);
    }
    return data == null || !hasWishes(data) ? Optional.of(Withheld.UNREAD) : Optional.empty();
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
