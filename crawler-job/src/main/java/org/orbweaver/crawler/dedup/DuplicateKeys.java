package org.orbweaver.crawler.dedup;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.crawler.duplicate.Copy.Preference;

/** The configuration keys of duplicates and near-duplicates. */
public final class DuplicateKeys implements KeySource {
  @Heading("Duplicates")
  public static final Key<List<String>> KEEP =
      Key.ofStrings(
              "orbweaver.duplicates.keep",
              List.of("score", "https", "short", "newer"),
              "Which of several pages with the same content is kept, and which represents a group"
                  + " of near-duplicates, by these in order: score (the"
                  + " highest), https, short (URL), newer (version in the URL: the greatest"
                  + " numbers in host and folders; latest, current or stable before any), earlier"
                  + " (fetched). Ties go to the first URL in alphabetical order.")
          .readBy("list of score, https, short, newer, earlier", DuplicateKeys::preferences);

  public static final Key<Boolean> NEAR =
      Key.ofBoolean(
          "orbweaver.duplicates.near",
          true,
          "Whether orb crawl groups near-duplicates, which search then folds.");

  public static final Key<Float> THRESHOLD =
      Key.ofFloat(
              "orbweaver.duplicates.near.threshold",
              .9f,
              "Minimum Jaccard coefficient of the five-word shingles of two near-duplicates' main"
                  + " content.")
          .between(.5f, 1f);

  /** For the service loader. */
  public DuplicateKeys() {}

  /** The criteria by which one copy is better than another, in order. */
  public static List<Preference> preferences(Configuration conf) {
    return preferences(KEEP.get(conf));
  }

  private static List<Preference> preferences(List<String> names) {
    return names.stream().map(name -> Preference.valueOf(name.toUpperCase(Locale.ROOT))).toList();
  }
}
