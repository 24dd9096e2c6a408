package org.orbweaver.hits;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.conf.Key;
import org.orbweaver.hits.focused.BaseSetLimits;

/** The settings of HITS; those of the jobs are {@code orbweaver.rank.*}. */
public final class HitsKeys {

  public static final Key<Double> TOLERANCE =
      Key.ofDouble(
          "orbweaver.hits.tolerance",
          1e-9,
          "HITS stops when the L1 change of the authorities, which are one long, is at most this.");

  public static final Key<Integer> ROOT_PAGES =
      Key.ofInt(
          "orbweaver.hits.root.pages",
          BaseSetLimits.DEFAULT.rootPages(),
          "HITS for a query: most pages of the root set, the first results of the search.");

  public static final Key<Integer> INLINKS =
      Key.ofInt(
          "orbweaver.hits.inlinks.per.page",
          BaseSetLimits.DEFAULT.inlinks(),
          "HITS for a query: most pages, chosen at random, that a root page brings into the base"
              + " set by being linked to by them.");

  public static final Key<Integer> PER_HOST =
      Key.ofInt(
          "orbweaver.hits.links.per.host",
          BaseSetLimits.DEFAULT.perHost(),
          "HITS for a query: most pages of one host whose links to one page count, chosen at"
              + " random; 0 for no limit.");

  public static final Key<String> WITHIN_HOST =
      Key.ofString(
          "orbweaver.hits.within.host",
          "drop",
          "HITS for a query: whether links between two pages of a host count, 'drop' or 'keep'.");

  public static final Key<Long> SEED =
      Key.ofLong(
          "orbweaver.hits.seed",
          BaseSetLimits.DEFAULT.seed(),
          "HITS for a query: seed of the random choices; the same seed gives the same pages.");

  public static final Key<Integer> HUBLET_LINKS =
      Key.ofInt(
          "orbweaver.hits.hublet.links",
          20,
          "HITS for a query with --hublets: pages of more links are cut into parts of at most as"
              + " many.");

  private HitsKeys() {}

  /** All keys of this module. */
  public static List<Key<?>> all() {
    return List.of(TOLERANCE, ROOT_PAGES, INLINKS, PER_HOST, WITHIN_HOST, SEED, HUBLET_LINKS);
  }

  /**
   * The limits of base sets.
   *
   * @throws OrbException (usage) for a value out of range
   */
  static BaseSetLimits limits(Configuration conf) {
    String within = WITHIN_HOST.get(conf).strip();
    if (!within.equals("drop") && !within.equals("keep")) {
      throw OrbException.usage("setting " + WITHIN_HOST.name() + "=" + within + ": drop or keep");
    }
    return new BaseSetLimits(
        atLeast(conf, ROOT_PAGES, 1),
        atLeast(conf, INLINKS, 0),
        atLeast(conf, PER_HOST, 0),
        within.equals("keep"),
        SEED.get(conf));
  }

  /** A setting's value, which must not be below {@code least}. */
  static int atLeast(Configuration conf, Key<Integer> key, int least) {
    int value = key.get(conf);
    if (value < least) {
      throw OrbException.usage("setting " + key.name() + "=" + value + ": at least " + least);
    }
    return value;
  }
}
