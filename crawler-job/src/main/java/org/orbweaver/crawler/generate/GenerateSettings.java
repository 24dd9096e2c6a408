package org.orbweaver.crawler.generate;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.url.HostMode;

/**
 * What mapper and reducers of generate go by.
 *
 * @param now milliseconds
 * @param dueBy what is due by then is taken, in milliseconds; now, or some days ahead
 * @param topN length of the list, all parts together
 * @param parts of the list
 * @param maxCount of a host or domain, −1 for no limit
 * @param countBy what maxCount is for
 * @param minScore URLs below are left out
 * @param divideBy what is never divided among parts
 */
record GenerateSettings(
    long now,
    long dueBy,
    long topN,
    int parts,
    int maxCount,
    HostMode countBy,
    float minScore,
    HostMode divideBy) {
  static final String NOW = "orbweaver.internal.generate.now";
  static final String AHEAD = "orbweaver.internal.generate.ahead.ms";
  static final String PARTS = "orbweaver.internal.generate.parts";
  static final String TOP_N = "orbweaver.internal.generate.topn";

  static GenerateSettings of(Configuration conf) {
    HostMode countBy = CrawlerKeys.GENERATE_COUNT_MODE.get(conf);
    int maxCount = CrawlerKeys.GENERATE_MAX_COUNT.get(conf);
    HostMode divideBy = CrawlerKeys.PARTITION_URL_MODE.get(conf);
    if (maxCount >= 0 && countBy != HostMode.HOST && countBy != divideBy) {
      if (countBy == HostMode.IP || divideBy == HostMode.IP) {
        throw OrbException.usage(
            "generate.count.mode="
                + countBy
                + " requires the same mode in "
                + CrawlerKeys.PARTITION_URL_MODE.name()
                + ": URLs that share a budget must be in one part of the list");
      }
      // A domain's budget is kept by one reducer, so its hosts must meet there.
      divideBy = HostMode.DOMAIN;
    }
    long now = conf.getLong(NOW, 0);
    return new GenerateSettings(
        now,
        now + conf.getLong(AHEAD, 0),
        conf.getLong(TOP_N, Long.MAX_VALUE),
        conf.getInt(PARTS, 1),
        maxCount,
        countBy,
        CrawlerKeys.GENERATE_MIN_SCORE.get(conf),
        divideBy);
  }
}
