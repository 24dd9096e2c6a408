package org.orbweaver.crawler.crawldb;

import it.unimi.dsi.fastutil.objects.Object2DoubleMap;
import it.unimi.dsi.fastutil.objects.Object2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.orbweaver.common.job.CombinedSplits;
import org.orbweaver.common.sorted.SplitReader;
import org.orbweaver.crawler.score.Scoring;
import org.orbweaver.plugin.ScoringRule.Combination;

/**
 * Reads sequence files and MapFiles of (URL, CrawlDatum), each datum as a {@link Change}; small
 * files share a task. An error message names the file it occurred in.
 */
public final class DatumInputFormat extends SequenceFileInputFormat<Text, Change> {
  private static final String SEGMENTS = "orbweaver.internal.input.segments";
  private static final String WITHOUT_LINKS = "orbweaver.internal.input.without.links";
  private static final int REMEMBERED_TARGETS = 200_000;

  /**
   * Lists the segments among the inputs, from old to new; changes carry the position in this list.
   */
  public static void setSegments(Configuration conf, List<String> names) {
    conf.setStrings(SEGMENTS, names.toArray(new String[0]));
  }

  /** Skips links without metadata. */
  public static void setWithoutLinks(Configuration conf) {
    conf.setBoolean(WITHOUT_LINKS, true);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return CombinedSplits.combine(context.getConfiguration(), super.getSplits(context));
  }

  @Override
  public RecordReader<Text, Change> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new DatumReader(context.getConfiguration());
  }

  private static int segmentOf(Path file, String[] segments) {
    String path = file.toUri().getPath();
    for (int i = 0; i < segments.length; i++) {
      if (path.contains("/segments/" + segments[i] + "/")) {
        return i;
      }
    }
    return 0;
  }

  /** Lets a change deserialize itself from a CrawlDatum. */
  private static final class AsDatum implements Writable {
    private final int segment;
    private Change change = new Change();

    AsDatum(int segment) {
      this.segment = segment;
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      change.readDatum(in, segment);
    }

    @Override
    public void write(DataOutput out) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class DatumReader extends SplitReader<Change> {
    private final Configuration conf;

    /** Null before the first link: a crawldb alone is read without asking for the order. */
    private FoldedLinks links;

    private boolean withoutLinks;
    private AsDatum value;

    private DatumReader(Configuration conf) {
      this.conf = conf;
    }

    @Override
    protected Writable begin(
        Path begun, Class<? extends Writable> valueClass, Configuration settings) {
      withoutLinks = settings.getBoolean(WITHOUT_LINKS, false);
      value = new AsDatum(segmentOf(begun, settings.getTrimmedStrings(SEGMENTS)));
      return value;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (links != null && links.isEmptying() && takeLink()) {
        return true;
      }
      while (readRecord()) {
        if (value.change.datum() != null) {
          return true;
        }
        if (!withoutLinks) {
          if (links == null) {
            links = new FoldedLinks(REMEMBERED_TARGETS, Scoring.of(conf).combination());
          }
          links.add(getCurrentKey(), value.change.score());
          if (links.isFull() && takeLink()) {
            return true;
          }
        }
      }
      return links != null && takeLink();
    }

    private boolean takeLink() {
      Text target = links.take();
      if (target == null) {
        return false;
      }
      getCurrentKey().set(target);
      value.change.setLink(links.score());
      return true;
    }

    @Override
    public Change getCurrentValue() {
      return value.change;
    }
  }

  /**
   * Links folded by target, to the best score or the sum. It is filled, emptied, then filled again.
   */
  static final class FoldedLinks {
    private final int capacity;
    private final Combination combination;
    private final Object2DoubleOpenHashMap<Text> best = new Object2DoubleOpenHashMap<>();
    private ObjectIterator<Object2DoubleMap.Entry<Text>> emptying;
    private float score;

    /** Holds at most {@code capacity} targets, at some 200 bytes each. */
    FoldedLinks(int capacity, Combination combination) {
      this.capacity = capacity;
      this.combination = combination;
      best.defaultReturnValue(Double.NaN);
    }

    /** Adds a link; the caller may reuse the text. */
    void add(Text target, float linkScore) {
      double known = best.getDouble(target);
      if (Double.isNaN(known)) {
        best.put(new Text(target), linkScore);
      } else {
        double combined = combination.of(known, linkScore);
        if (combined != known) {
          best.put(target, combined);
        }
      }
    }

    boolean isFull() {
      return best.size() >= capacity;
    }

    /** The next target, its score in {@link #score}; null once all are taken. */
    Text take() {
      if (emptying == null) {
        emptying = best.object2DoubleEntrySet().fastIterator();
      }
      if (emptying.hasNext()) {
        Object2DoubleMap.Entry<Text> link = emptying.next();
        score = (float) link.getDoubleValue();
        return link.getKey();
      }
      emptying = null;
      best.clear();
      return null;
    }

    /** Whether taking has begun and not yet ended. */
    boolean isEmptying() {
      return emptying != null;
    }

    float score() {
      return score;
    }
  }
}
