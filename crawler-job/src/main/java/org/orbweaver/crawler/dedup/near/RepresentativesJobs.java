package org.orbweaver.crawler.dedup.near;

import java.io.IOException;
import java.util.Comparator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.dedup.DuplicateKeys;
import org.orbweaver.crawler.duplicate.Copy;
import org.orbweaver.crawler.recrawl.LastFetch;

/**
 * Chooses the representative of each group, by the policy for exact duplicates, in two jobs.
 *
 * <p>First: the changes of groups, (URL, CrawlDatum), are merged with the crawldb, which is read
 * and not written. Output: (URL, CrawlDatum) of pages in groups. Second: these by their group; the
 * reducer remembers one page. Output: (URL, CrawlDatum) of pages that become representatives and of
 * those that no longer are. Cost: some 150 bytes for each page in a group are shuffled.
 */
final class RepresentativesJobs {
  static final Text GROUP = new Text(MetadataKeys.GROUP);
  static final Text REPRESENTATIVE = new Text(MetadataKeys.REPRESENTATIVE);
  private static final Text URL = new Text("url");

  private RepresentativesJobs() {}

  /**
   * Runs both jobs.
   *
   * @param changes of groups, for the crawldb
   * @param folder for intermediate data
   */
  static void run(
      Session session, Path changes, SortedStore<CrawlDatum> crawlDb, Path folder, Path output)
      throws IOException {
    Job join = job(session, "near (pages in groups)", changes, changes, crawlDb.folder());
    join.setReducerClass(GroupedPagesReducer.class);
    MergeJoinReducer.join(join, crawlDb, 1);
    StoreFiles.writeSequence(join, folder, CrawlDatum.class);
    JobRunner.run(join, session.console());
    Job choose = job(session, "near (representatives)", folder, folder);
    choose.setMapperClass(GroupMapper.class);
    choose.setReducerClass(ChoiceReducer.class);
    choose.setNumReduceTasks(crawlDb.parts().size());
    StoreFiles.writeSequence(choose, output, CrawlDatum.class);
    JobRunner.run(choose, session.console());
  }

  private static Job job(Session session, String name, Path input, Path... reads)
      throws IOException {
    Job job = JobRunner.newJob(session, name, RepresentativesJobs.class, reads);
    StoreInputFormat.read(job, input);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(CrawlDatum.class);
    return job;
  }

  /** Emits the entries of pages in groups, with their new groups. */
  static final class GroupedPagesReducer extends MergeJoinReducer<CrawlDatum, CrawlDatum> {
    @Override
    protected CrawlDatum merge(
        Text url, CrawlDatum old, Iterable<CrawlDatum> changes, Context context) {
      for (CrawlDatum change : changes) {
        NearPhase.GroupMerge.apply(old, change);
      }
      return keep(url, old, context);
    }

    @Override
    protected CrawlDatum keep(Text url, CrawlDatum old, Context context) {
      return old != null && old.getMetaData().containsKey(GROUP) ? old : null;
    }
  }

  /** Sends the criteria of the policy to the group. */
  static final class GroupMapper extends Mapper<Text, CrawlDatum, Text, CrawlDatum> {
    @Override
    protected void map(Text url, CrawlDatum entry, Context context)
        throws IOException, InterruptedException {
      boolean page =
          DuplicatesMerge.isPage(entry.getStatus())
              && !SitemapMark.isOn(entry)
              && NonContentMark.of(entry).isEmpty();
      Writable marked = entry.getMetaData().get(REPRESENTATIVE);
      if (!page && marked == null) {
        return;
      }
      byte status = page ? CrawlDatum.STATUS_DB_FETCHED : CrawlDatum.STATUS_DB_GONE;
      CrawlDatum member = new CrawlDatum(status, 0, entry.getScore());
      member.setFetchTime(LastFetch.of(entry, Long.MAX_VALUE));
      member.getMetaData().put(URL, url);
      if (marked != null) {
        member.getMetaData().put(REPRESENTATIVE, marked);
      }
      context.write((Text) entry.getMetaData().get(GROUP), member);
    }
  }

  /**
   * Writes the best page of a group if it is a new one, and the pages that represented the group
   * before.
   */
  static final class ChoiceReducer extends Reducer<Text, CrawlDatum, Text, CrawlDatum> {
    private Comparator<Copy> bestFirst;

    @Override
    protected void setup(Context context) {
      bestFirst = Copy.order(DuplicateKeys.preferences(context.getConfiguration()));
    }

    @Override
    protected void reduce(Text group, Iterable<CrawlDatum> members, Context context)
        throws IOException, InterruptedException {
      Copy best = null;
      boolean bestMarked = false;
      for (CrawlDatum member : members) {
        String url = member.getMetaData().get(URL).toString();
        boolean marked = member.getMetaData().containsKey(REPRESENTATIVE);
        Copy page = new Copy(url, member.getScore(), member.getFetchTime());
        boolean better =
            member.getStatus() == CrawlDatum.STATUS_DB_FETCHED
                && (best == null || bestFirst.compare(page, best) < 0);
        if (better ? bestMarked : marked) {
          mark(better ? best.url() : url, false, context);
        }
        if (better) {
          best = page;
          bestMarked = marked;
        }
      }
      if (best != null && !bestMarked) {
        mark(best.url(), true, context);
      }
    }

    private static void mark(String url, boolean representative, Context context)
        throws IOException, InterruptedException {
      CrawlDatum told = new CrawlDatum(CrawlDatum.STATUS_PARSE_META, 0);
      told.setFetchTime(0);
      told.getMetaData().put(REPRESENTATIVE, new BooleanWritable(representative));
      context.write(new Text(url), told);
    }
  }
}
