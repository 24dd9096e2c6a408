package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.CrawlDb;

/**
 * Which fetch list to make of a crawl. The crawl is only read.
 *
 * @param now milliseconds since 1970: what is due then
 * @param ahead URLs due within this time count as due
 * @param topN length of the list, all parts together
 * @param parts fetch tasks
 * @param withHosts whether what is known of the hosts goes with the list
 */
record ListRequest(
    Configuration conf,
    CrawlDir dir,
    Console console,
    long now,
    Duration ahead,
    long topN,
    int parts,
    boolean withHosts) {
  private static final int NOT_GIVEN = 0;

  /**
   * As the options say, and where they are silent, the configuration.
   *
   * @throws OrbException (failed) when there is no crawldb or it is corrupt
   */
  static ListRequest of(
      Configuration conf,
      CrawlDir dir,
      Console console,
      Clock clock,
      GeneratePhase.Options options,
      boolean withHosts)
      throws IOException {
    long topN = options.topN() > NOT_GIVEN ? options.topN() : CrawlerKeys.GENERATE_TOP_N.get(conf);
    int parts = parts(conf, options.parts());
    CrawlDb.require(conf, dir);
    return new ListRequest(
        conf, dir, console, clock.millis(), options.ahead(), topN, parts, withHosts);
  }

  private static int parts(Configuration conf, int given) {
    if (given != NOT_GIVEN) {
      return given;
    }
    int configured = CrawlerKeys.GENERATE_PARTS.get(conf);
    if (configured != NOT_GIVEN) {
      return configured;
    }
    // Hadoop's own default for mapreduce.job.maps is 2.
    int tasks =
        JobRunner.isLocal(conf)
            ? conf.getInt("mapreduce.local.map.tasks.maximum", 1)
            : conf.getInt("mapreduce.job.maps", 2);
    return Math.max(1, tasks);
  }
}
