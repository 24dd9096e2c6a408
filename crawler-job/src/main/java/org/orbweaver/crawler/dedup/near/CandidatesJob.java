package org.orbweaver.crawler.dedup.near;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.dedup.near.NearPhase.NearCounter;

/**
 * Finds pages that share a key with a new page.
 *
 * <p>Input and shuffle: (key, {@link BandPages} of one page), the output of {@link SketchesJob}.
 * Each reducer merges with its part of the store of keys. Output: the new parts; beside them (id of
 * a new page, id of a candidate), once for each key that they share. Cost: the store is read and
 * written once; a page has ten keys of some 17 bytes, and is compared with at most 32 others by
 * each.
 */
final class CandidatesJob {
  static final String PAIRS = "pairs";

  private CandidatesJob() {}

  static Counters run(
      Session session, Path changes, SortedStore<BandPages> store, int parts, Path output)
      throws IOException {
    Job job =
        JobRunner.newJob(
            session, "near (candidates)", CandidatesJob.class, changes, store.folder());
    StoreInputFormat.read(job, changes);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(BandPages.class);
    job.setReducerClass(KeyStoreReducer.class);
    MergeJoinReducer.join(job, store, parts);
    StoreFiles.writeStore(job, output, BandPages.class);
    return JobRunner.run(job, session.console());
  }

  /** Compares the new pages of a key with those in the store. */
  static final class KeyStoreReducer extends MergeJoinReducer<BandPages, BandPages> {
    private final LongArrayList candidates = new LongArrayList();
    private final LongWritable other = new LongWritable();
    private SideOutput<LongWritable> pairs;

    @Override
    protected void setup(Context context) throws IOException {
      pairs = new SideOutput<>(context, PAIRS, LongWritable.class);
    }

    @Override
    protected BandPages merge(Text key, BandPages old, Iterable<BandPages> changes, Context context)
        throws IOException {
      BandPages pages = old == null ? new BandPages() : old;
      for (BandPages change : changes) {
        pages.apply(change, key, candidates);
        Text id = PageSketch.id(change.ids().getLong(0));
        for (long candidate : candidates) {
          other.set(candidate);
          pairs.write(id, other);
        }
        context.getCounter(NearCounter.CANDIDATES).increment(candidates.size());
      }
      return pages.isEmpty() ? null : pages;
    }

    @Override
    protected BandPages keep(Text key, BandPages old, Context context) {
      return old;
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      pairs.close();
    }
  }
}
