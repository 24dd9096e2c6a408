package org.orbweaver.crawler.dedup.near;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.dedup.near.NearPhase.NearCounter;
import org.orbweaver.crawler.duplicate.Sketch;
import org.orbweaver.crawler.segments.SegmentTime;

/**
 * Merges the sketches of new pages into their store.
 *
 * <p>Input: {@code parse_data} and {@code crawl_fetch} of new segments. Shuffle: (id, {@link
 * PageSketch}). Each reducer merges with its part of the store. Output: the new parts; beside them
 * (key, {@link BandPages}), the changes of the store of keys, and (id, {@link Membership}), pages
 * that leave their groups because their text changed. Cost: the store is read and written once.
 */
final class SketchesJob {
  static final String KEYS = "keys";
  static final String LEFT = "left";
  static final String RUN = "orbweaver.internal.near.run";

  private SketchesJob() {}

  static Counters run(
      Session session,
      List<Path> inputs,
      SortedStore<PageSketch> store,
      long run,
      int parts,
      Path output)
      throws IOException {
    List<Path> reads = new ArrayList<>(inputs);
    reads.add(store.folder());
    Job job =
        JobRunner.newJob(session, "near (sketches)", SketchesJob.class, reads.toArray(Path[]::new));
    job.getConfiguration().setLong(RUN, run);
    StoreInputFormat.read(job, inputs.toArray(Path[]::new));
    job.setMapperClass(SketchMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(PageSketch.class);
    job.setReducerClass(SketchStoreReducer.class);
    MergeJoinReducer.join(job, store, parts);
    StoreFiles.writeStore(job, output, PageSketch.class);
    return JobRunner.run(job, session.console());
  }

  /** Emits the new sketch of each page, or an empty one. */
  static final class SketchMapper extends Mapper<Text, Writable, Text, PageSketch> {
    private final SegmentTime segment = new SegmentTime();

    @Override
    protected void map(Text key, Writable value, Context context)
        throws IOException, InterruptedException {
      byte[] sketch = {};
      if (value instanceof ParseData data) {
        sketch = decode(data.getParseMeta().get(MetadataKeys.SKETCH));
      } else if (value instanceof PageSketch given) {
        context.write(key, given);
        return;
      } else if (!hasNoPage((CrawlDatum) value)) {
        return;
      }
      String url = key.toString();
      context.write(
          PageSketch.id(url), new PageSketch(url, segment.of(context.getConfiguration()), sketch));
    }

    private static boolean hasNoPage(CrawlDatum datum) {
      return switch (datum.getStatus()) {
        case CrawlDatum.STATUS_FETCH_GONE,
            CrawlDatum.STATUS_FETCH_REDIR_TEMP,
            CrawlDatum.STATUS_FETCH_REDIR_PERM ->
            true;
        default -> false;
      };
    }

    /** Nutch's parse writes no sketch, and a value by another program may be anything. */
    private static byte[] decode(String text) {
      try {
        byte[] sketch = text == null ? new byte[0] : Base64.getDecoder().decode(text);
        if (sketch.length > 0) {
          Sketch.fromBytes(sketch);
        }
        return sketch;
      } catch (IllegalArgumentException e) {
        return new byte[0];
      }
    }
  }

  /** Keeps the newest sketch of a page, and writes the changes. */
  static final class SketchStoreReducer extends MergeJoinReducer<PageSketch, PageSketch> {
    private long run;
    private SideOutput<BandPages> keys;
    private SideOutput<Membership> left;

    @Override
    protected void setup(Context context) throws IOException {
      run = context.getConfiguration().getLong(RUN, 0);
      keys = new SideOutput<>(context, KEYS, BandPages.class);
      left = new SideOutput<>(context, LEFT, Membership.class);
    }

    @Override
    protected PageSketch merge(
        Text id, PageSketch old, Iterable<PageSketch> changes, Context context) throws IOException {
      PageSketch last = null;
      for (PageSketch change : changes) {
        if (last == null
            || change.run() > last.run()
            || (change.run() == last.run() && last.isGone())) {
          last = change.in(change.run());
        }
      }
      if (old == null && last.isGone()) {
        return null;
      }
      if (old != null && old.isSame(last)) {
        return keep(id, old, context);
      }
      Set<Text> before = old == null ? Set.of() : BandPages.keys(old.sketch());
      Set<Text> now = last.isGone() ? Set.of() : BandPages.keys(last.sketch());
      write(id, difference(before, now), 0, true);
      if (!last.isGone()) {
        write(id, now, last.sketch().simhash(), false);
      }
      if (old != null) {
        context.getCounter(NearCounter.CHANGED).increment(1);
        left.write(id, Membership.left(old.url()));
      }
      if (last.isGone()) {
        return null;
      }
      context.getCounter(NearCounter.NEW).increment(1);
      return keep(id, last.in(run), context);
    }

    private static Set<Text> difference(Set<Text> all, Set<Text> without) {
      Set<Text> rest = new HashSet<>(all);
      rest.removeAll(without);
      return rest;
    }

    private void write(Text id, Set<Text> all, long simhash, boolean taken) throws IOException {
      for (Text key : all) {
        keys.write(key, BandPages.of(PageSketch.number(id), simhash, taken));
      }
    }

    @Override
    protected PageSketch keep(Text id, PageSketch old, Context context) {
      context.getCounter(NearCounter.PAGES).increment(1);
      return old;
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      keys.close();
      left.close();
    }
  }
}
