package org.orbweaver.index.plan;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Showing;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.schema.UrlParts;

/** Extracts the index's input from Nutch's ParseData; missing or malformed values become empty. */
final class ParsedPages {
  private static final int MAX_TITLE_CHARS = 1000;
  private static final int MAX_HEADINGS_CHARS = 20_000;
  private static final int MAX_DESCRIPTION_CHARS = 4000;
  private static final Pattern LANGUAGE_TAG = Pattern.compile("[a-z]{2,3}(-[a-z0-9]{1,8})*");
  private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9.+-]+/[a-z0-9.+-]+");

  /** The first of {@code sport:0.913 news:0.062}. */
  private static final Pattern TOPIC = Pattern.compile("([\\w.+-]{1,64}):(?:0\\.[5-9]|1\\.)");

  private static final Pattern USAGE = Pattern.compile("[a-z0-9_.*-]{1,30}:[yn]");
  private static final Pattern WORD = Pattern.compile("[\\w-]{1,64}");
  private static final int MAX_USES = 16;
  private static final int MAX_LINKS = 2000;

  private ParsedPages() {}

  /**
   * True if the page asks not to be indexed, or no longer.
   *
   * @param honourSearch whether to honour its owner's preference on search
   */
  static boolean isNoindex(ParseData data, boolean honourSearch) {
    if (honourSearch && usage(data).contains(MetadataKeys.NO_SEARCH)) {
      return true;
    }
    long end = millis(data.getParseMeta().get("unavailable_after"));
    if (end > 0 && end < System.currentTimeMillis()) {
      return true;
    }
    return robots(data).noindex();
  }

  private static RobotsDirectives robots(ParseData data) {
    return RobotsDirectives.of(String.join(",", data.getParseMeta().getValues(MetaNames.ROBOTS)));
  }

  /** The part of parse_text that belongs to a part of parse_data. */
  static Path texts(Path parseData) {
    return new Path(
        new Path(parseData.getParent().getParent(), ParseText.DIR_NAME), parseData.getName());
  }

  /** The text of a page, empty if it has none. */
  static String text(InStepReader<ParseText> texts, Text url) throws IOException {
    ParseText text = texts.get(url);
    if (texts.isAtEnd()) {
      // Each parsed page has its record in all files of a parse.
      throw new IOException("the texts end before " + url + ": the file is truncated");
    }
    return text == null ? "" : text.getText();
  }

  /** The content of the page, with its text. */
  static Content content(ParseData data, String text, int maxChars) {
    Metadata meta = data.getParseMeta();
    String description =
        String.join(
            "\n",
            joined(meta, "description"),
            joined(meta, "keywords"),
            joined(meta, "alternatives"));
    String all = Texts.cut(text, maxChars);
    Texts.Zones zones = Texts.zones(all, meta.get("main"));
    String unshown = first(meta.get(MetaNames.NO_SNIPPET));
    Texts.Zones shown =
        unshown.isEmpty() ? zones : Texts.zones(Texts.blanked(all, unshown), meta.get("main"));
    return new Content(
        Texts.collapse(data.getTitle(), MAX_TITLE_CHARS),
        headings(meta),
        Texts.collapse(description, MAX_DESCRIPTION_CHARS),
        Texts.collapse(joined(meta, "author"), MAX_TITLE_CHARS),
        zones.main(),
        zones.rest(),
        Texts.prominent(all, meta.get("prominence"), MAX_HEADINGS_CHARS),
        Arrays.stream(data.getOutlinks())
            .map(Outlink::getToUrl)
            .distinct()
            .limit(MAX_LINKS)
            .toList(),
        language(data),
        mediaType(first(meta.get("type"), data.getMeta("Content-Type"))),
        word(meta.get("kind")),
        String.join(" ", usage(data)),
        topics(data),
        date(data),
        spam(meta.get("spam")),
        new Showing(
            robots(data).maxSnippet(),
            unshown.isEmpty() ? List.of() : List.of(shown.main(), shown.rest()),
            published(data) > 0));
  }

  /** The values of the fields that its site and page filters took from a page, by their names. */
  static Map<String, List<String>> fields(ParseData data) {
    Map<String, List<String>> fields = Map.of();
    for (String name : data.getParseMeta().names()) {
      if (name.startsWith(MetaNames.FIELD)) {
        fields = fields.isEmpty() ? new TreeMap<>() : fields;
        fields.put(
            name.substring(MetaNames.FIELD.length()),
            joined(data.getParseMeta(), name).lines().toList());
      }
    }
    return fields;
  }

  private static List<String> headings(Metadata meta) {
    return Texts.cut(joined(meta, "headings"), MAX_HEADINGS_CHARS)
        .lines()
        .map(String::strip)
        .filter(heading -> !heading.isEmpty())
        .toList();
  }

  /** The score that the parser's list of signals begins with: {@code 0.83 hidden:0.70}. */
  private static double spam(String signals) {
    try {
      double score = signals == null ? 0 : Double.parseDouble(signals.split(" ", 2)[0]);
      return score >= 0 && score <= 1 ? score : 0;
    } catch (NumberFormatException e) {
      return 0; // another crawler's metadata of this name
    }
  }

  private static String word(String value) {
    return value != null && WORD.matcher(value).matches() ? value.toLowerCase(Locale.ROOT) : "";
  }

  /** The other page of its site that a page names as canonical; empty if none. */
  static String canonical(String url, ParseData data) {
    String named = first(data.getParseMeta().get("canonical")).strip();
    return named.isEmpty() || named.equals(url) || !sameSite(url, named) ? "" : named;
  }

  /** True if both pages are of one site: a page's claims about another site are not trusted. */
  private static boolean sameSite(String url, String other) {
    return UrlParts.domain(UrlParts.host(url)).equals(UrlParts.domain(UrlParts.host(other)));
  }

  /** The owner's preferences, a use a word. */
  private static List<String> usage(ParseData data) {
    return Stream.of(first(data.getParseMeta().get(MetadataKeys.PAGE_USAGE)).split(" ", -1))
        .filter(word -> USAGE.matcher(word).matches())
        .limit(MAX_USES)
        .toList();
  }

  /** The topic that is likelier than all others together, if any. */
  private static String topics(ParseData data) {
    Matcher likeliest = TOPIC.matcher(first(data.getParseMeta().get("topics")));
    return likeliest.lookingAt() ? likeliest.group(1).toLowerCase(Locale.ROOT) : "";
  }

  private static String joined(Metadata meta, String name) {
    return String.join("\n", meta.getValues(name));
  }

  private static String first(String... values) {
    for (String value : values) {
      if (value != null && !value.isBlank()) {
        return value;
      }
    }
    return "";
  }

  private static String language(ParseData data) {
    Metadata meta = data.getParseMeta();
    String tag = first(meta.get("lang"), meta.get("language"), data.getMeta("Content-Language"));
    int end = tag.indexOf(',');
    tag = (end < 0 ? tag : tag.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    tag = tag.replace('_', '-');
    return LANGUAGE_TAG.matcher(tag).matches() ? tag : "";
  }

  /** Without parameters, in lower case; empty if malformed. */
  static String mediaType(String value) {
    int end = value.indexOf(';');
    String type = (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return MEDIA_TYPE.matcher(type).matches() ? type : "";
  }

  /** Parses a date in ISO 8601, with or without a time; 0 if malformed. */
  static long millis(String date) {
    try {
      if (date == null) {
        return 0;
      }
      return date.length() > 10
          ? OffsetDateTime.parse(date).toInstant().toEpochMilli()
          : LocalDate.parse(date).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      return 0; // another crawler's metadata of this name, or a year out of range
    }
  }

  private static long published(ParseData data) {
    return millis(data.getParseMeta().get("published"));
  }

  /**
   * The date published according to the page, else modified according to its server, else fetched.
   */
  private static long date(ParseData data) {
    long published = published(data);
    if (published > 0) {
      return published;
    }
    String modified = data.getContentMeta().get("Last-Modified");
    if (modified != null) {
      try {
        long millis =
            ZonedDateTime.parse(modified.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                .toInstant()
                .toEpochMilli();
        if (millis > 0) {
          return millis;
        }
      } catch (DateTimeException e) {
        // Servers send malformed dates of many kinds here; the fetch time replaces them.
      }
    }
    try {
      return Long.parseLong(first(data.getContentMeta().get(Nutch.FETCH_TIME_KEY), "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
