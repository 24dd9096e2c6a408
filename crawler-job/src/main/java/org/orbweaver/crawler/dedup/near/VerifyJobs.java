package org.orbweaver.crawler.dedup.near;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.dedup.DuplicateKeys;
import org.orbweaver.crawler.dedup.near.NearPhase.NearCounter;
import org.orbweaver.crawler.duplicate.Sketch;

/**
 * Verifies candidates by the Jaccard coefficient of their sketches, in two jobs.
 *
 * <p>First: (id of a new page, id of a candidate), distinct in the combiner; the reducer looks the
 * new page up and passes its sketch on. Output: (id of the candidate, {@link PageSketch}). Second:
 * the reducer looks the candidate up. Output: (node, node) for each pair above the threshold, where
 * a node is a page's group, or the page if it has none; beside them (node, {@link Membership}) for
 * pages without. Cost: each job reads the store of sketches once, beside the shuffle; a candidate
 * pair moves some 600 bytes.
 */
final class VerifyJobs {
  static final String MEMBERS = "members";

  private static final String SKETCHES = "orbweaver.internal.near.sketches";
  private static final String GROUPS = "orbweaver.internal.near.groups";

  private VerifyJobs() {}

  /** The first job: sends sketches to candidates. */
  static Counters attach(Session session, Path pairs, Path sketches, Path output)
      throws IOException {
    Job job = job(session, "near (send sketches)", pairs, sketches);
    job.setMapOutputValueClass(LongWritable.class);
    job.setCombinerClass(DistinctReducer.class);
    job.setReducerClass(AttachReducer.class);
    StoreFiles.writeSequence(job, output, PageSketch.class);
    return JobRunner.run(job, session.console());
  }

  /**
   * The second job: compares.
   *
   * @param groups the store of groups, which may be missing
   */
  static Counters verify(
      Session session, Path attached, Path sketches, Path groups, long run, Path output)
      throws IOException {
    Job job = job(session, "near (verify)", attached, sketches);
    job.getConfiguration().set(GROUPS, groups.toString());
    job.getConfiguration().setLong(SketchesJob.RUN, run);
    job.setMapOutputValueClass(PageSketch.class);
    job.setReducerClass(VerifyReducer.class);
    StoreFiles.writeSequence(job, output, Text.class);
    return JobRunner.run(job, session.console());
  }

  private static Job job(Session session, String name, Path input, Path sketches)
      throws IOException {
    Job job = JobRunner.newJob(session, name, VerifyJobs.class, input, sketches);
    job.getConfiguration().set(SKETCHES, sketches.toString());
    StoreInputFormat.read(job, input);
    job.setMapOutputKeyClass(Text.class);
    job.setNumReduceTasks(Parts.of(session.dir().fs(), sketches).size());
    return job;
  }

  /**
   * Opens the part of a store with the reducer's number, to be read in step with the keys of the
   * shuffle; null if the store is missing.
   */
  private static <V extends Writable> InStepReader<V> part(
      Configuration conf, String folder, V value) throws IOException {
    Path store = new Path(conf.get(folder));
    List<Path> parts = Parts.of(store.getFileSystem(conf), store);
    int number = conf.getInt(JobContext.TASK_PARTITION, 0);
    return parts.isEmpty() ? null : new InStepReader<>(parts.get(number), conf, value);
  }

  /** Sends each pair once. */
  static final class DistinctReducer extends Reducer<Text, LongWritable, Text, LongWritable> {
    private final LongOpenHashSet seen = new LongOpenHashSet();

    @Override
    protected void reduce(Text id, Iterable<LongWritable> others, Context context)
        throws IOException, InterruptedException {
      seen.clear();
      for (LongWritable other : others) {
        if (seen.add(other.get())) {
          context.write(id, other);
        }
      }
    }
  }

  /** Sends the sketch of a new page, which has a bounded number of candidates. */
  static final class AttachReducer extends Reducer<Text, LongWritable, Text, PageSketch> {
    private final LongOpenHashSet seen = new LongOpenHashSet();
    private InStepReader<PageSketch> sketches;

    @Override
    protected void setup(Context context) throws IOException {
      sketches = part(context.getConfiguration(), SKETCHES, new PageSketch());
    }

    @Override
    protected void reduce(Text id, Iterable<LongWritable> others, Context context)
        throws IOException, InterruptedException {
      PageSketch sketch = sketches.get(id);
      seen.clear();
      for (LongWritable other : others) {
        if (sketch != null && seen.add(other.get())) {
          context.getCounter(NearCounter.PAIRS).increment(1);
          context.write(PageSketch.id(other.get()), sketch);
        }
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      sketches.close();
    }
  }

  /** Compares a candidate with the new pages that share a key with it. */
  static final class VerifyReducer extends Reducer<Text, PageSketch, Text, Text> {
    private InStepReader<PageSketch> sketches;
    private InStepReader<Membership> groups;
    private SideOutput<Membership> members;
    private float threshold;
    private long run;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      sketches = part(conf, SKETCHES, new PageSketch());
      groups = part(conf, GROUPS, new Membership());
      members = new SideOutput<>(context, MEMBERS, Membership.class);
      threshold = DuplicateKeys.THRESHOLD.get(conf);
      run = conf.getLong(SketchesJob.RUN, 0);
    }

    @Override
    protected void reduce(Text id, Iterable<PageSketch> others, Context context)
        throws IOException, InterruptedException {
      PageSketch page = sketches.get(id);
      if (page == null) {
        return;
      }
      Sketch sketch = page.sketch();
      Text node = null;
      for (PageSketch other : others) {
        if (sketch.jaccard(other.sketch()) >= threshold) {
          if (node == null) {
            node = node(id, page);
          }
          // The page is new, so it has no group yet.
          Text otherNode = single(other);
          context.getCounter(NearCounter.NEAR).increment(1);
          context.write(node, otherNode);
        }
      }
    }

    /** The page's group; the page itself if it has none or has left it. */
    private Text node(Text id, PageSketch page) throws IOException {
      Membership known = page.run() == run || groups == null ? null : groups.get(id);
      return known == null ? single(page) : new Text(known.group());
    }

    private Text single(PageSketch page) throws IOException {
      Text node = Components.node(PageSketch.id(page.url()));
      members.write(node, new Membership(Membership.MembershipKind.JOINED, "", page.url()));
      return node;
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      sketches.close();
      IOUtils.closeStream(groups);
      members.close();
    }
  }
}
