package org.orbweaver.hits.job;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.hits.focused.BaseSet;
import org.orbweaver.webgraph.build.links.LinkTreatment;

/** The settings of HITS; those of the jobs are {@code orbweaver.rank.*}. */
public final class HitsKeys implements KeySource {

  @Heading("HITS")
  public static final Key<Double> TOLERANCE =
      Key.ofDouble(
              "orbweaver.hits.tolerance",
              1e-9,
              "HITS stops when the L1 change of the authorities (a unit vector) is at most this.")
          .from(0.0);

  public static final Key<Integer> ROOT_PAGES =
      Key.ofInt(
              "orbweaver.hits.root.pages",
              BaseSet.Limits.DEFAULT.rootPages(),
              "For a query: maximum pages of the root set, the first results of the search.")
          .from(1);

  public static final Key<Integer> INLINKS =
      Key.ofInt(
              "orbweaver.hits.inlinks.per.page",
              BaseSet.Limits.DEFAULT.inlinks(),
              "For a query: maximum pages, chosen at random among those that link to a root page,"
                  + " that join the base set.")
          .from(0);

  public static final Key<Integer> PER_HOST =
      Key.ofInt(
              "orbweaver.hits.links.per.host",
              BaseSet.Limits.DEFAULT.perHost(),
              "For a query: maximum pages of one host whose links to a page count, chosen at"
                  + " random; 0: no limit.")
          .from(0);

  public static final Key<LinkTreatment> WITHIN_HOST =
      Key.ofEnum(
          "orbweaver.hits.within.host",
          LinkTreatment.DROP,
          "For a query: links between pages of one host.",
          LinkTreatment.DROP,
          LinkTreatment.KEEP);

  public static final Key<Long> SEED =
      Key.ofLong(
          "orbweaver.hits.seed",
          BaseSet.Limits.DEFAULT.seed(),
          "For a query: seed of the random choices; the same seed gives the same pages.");

  public static final Key<Integer> HUBLET_LINKS =
      Key.ofInt(
              "orbweaver.hits.hublet.links",
              20,
              "For a query with --hublets: maximum links per hublet; pages with more are split.")
          .from(1);

  /** For the service loader. */
  public HitsKeys() {}

  /** The limits of base sets. */
  static BaseSet.Limits limits(Configuration conf) {
    return new BaseSet.Limits(
        ROOT_PAGES.get(conf),
        INLINKS.get(conf),
        PER_HOST.get(conf),
        WITHIN_HOST.get(conf) == LinkTreatment.KEEP,
        SEED.get(conf));
  }
}
