package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.url.HostMode;

/**
 * The settings of generate, in the client and in its tasks.
 *
 * @param now milliseconds since 1970
 * @param dueBy URLs due by this time are taken, milliseconds since 1970; now, or some days ahead
 * @param topN length of the list, all parts together
 * @param parts of the list, fetch tasks
 * @param maxCount of a host or domain, −1 for no limit
 * @param countBy the kind of group that maxCount limits
 * @param divideBy the kind of group that is never divided among parts
 * @param quota how many new URLs and pages to visit again the list may have
 */
record GenerateSettings(
    long now,
    long dueBy,
    long topN,
    int parts,
    int maxCount,
    HostMode countBy,
    HostMode divideBy,
    ListQuota quota) {
  static final String NOW = "orbweaver.internal.generate.now";
  static final String TOP_N = "orbweaver.internal.generate.topn";
  private static final String DUE_BY = "orbweaver.internal.generate.due.by";
  private static final String PARTS = "orbweaver.internal.generate.parts";

  /**
   * The size of a crawldb of some thousand URLs: one task fetches them in the time that two need to
   * start.
   */
  private static final long ONE_PART_BYTES = 64 << 10;

  /** The settings by the options, or by the configuration for those that the options leave open. */
  static GenerateSettings of(
      Configuration conf,
      CrawlDir dir,
      GeneratePhase.GenerateOptions options,
      List<StepRecord> history,
      long now)
      throws IOException {
    long topN = options.topN() > 0 ? options.topN() : CrawlerKeys.GENERATE_TOP_N.get(conf);
    return of(
        conf,
        now,
        now + options.ahead().toMillis(),
        topN,
        options.parts() > 0 ? options.parts() : parts(conf, dir),
        ListQuota.of(conf, history, now, topN));
  }

  /** Reads in a task the settings that {@link #embed} put into its configuration. */
  static GenerateSettings of(Configuration conf) {
    long now = conf.getLong(NOW, 0);
    long topN = conf.getLong(TOP_N, Long.MAX_VALUE);
    return of(
        conf, now, conf.getLong(DUE_BY, now), topN, conf.getInt(PARTS, 1), ListQuota.of(conf));
  }

  private static GenerateSettings of(
      Configuration conf, long now, long dueBy, long topN, int parts, ListQuota quota) {
    HostMode countBy = CrawlerKeys.GENERATE_COUNT_MODE.get(conf);
    int maxCount = CrawlerKeys.GENERATE_MAX_COUNT.get(conf);
    HostMode divideBy = CrawlerKeys.PARTITION_URL_MODE.get(conf);
    if (maxCount >= 0 && countBy != HostMode.HOST && countBy != divideBy) {
      if (countBy == HostMode.IP || divideBy == HostMode.IP) {
        throw OrbException.usage(
            String.format(
                Locale.ROOT,
                "generate.count.mode=%s requires the same mode in %s: URLs that share a budget must"
                    + " be in one part of the list",
                countBy,
                CrawlerKeys.PARTITION_URL_MODE.name()));
      }
      // One reducer keeps a domain's budget, so it must get all hosts of the domain.
      divideBy = HostMode.DOMAIN;
    }
    long most = Math.min(topN, quota.total());
    return new GenerateSettings(now, dueBy, most, parts, maxCount, countBy, divideBy, quota);
  }

  private static int parts(Configuration conf, CrawlDir dir) throws IOException {
    int configured = CrawlerKeys.GENERATE_PARTS.get(conf);
    if (configured > 0) {
      return configured;
    }
    if (JobRunner.isLocal(conf)) {
      return Math.max(1, conf.getInt("mapreduce.local.map.tasks.maximum", 1));
    }
    Path known = dir.crawlDb();
    boolean small =
        dir.fs().exists(known) && dir.fs().getContentSummary(known).getLength() <= ONE_PART_BYTES;
    // Hadoop's own default for mapreduce.job.maps is 2.
    return small ? 1 : Math.max(1, conf.getInt(MRJobConfig.NUM_MAPS, 2));
  }

  /** Puts the settings into a job's configuration. */
  void embed(Configuration jobConf) {
    jobConf.setLong(NOW, now);
    jobConf.setLong(DUE_BY, dueBy);
    jobConf.setLong(TOP_N, topN);
    jobConf.setInt(PARTS, parts);
    quota.embed(jobConf);
  }
}
