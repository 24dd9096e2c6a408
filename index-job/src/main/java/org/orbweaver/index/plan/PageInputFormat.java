package org.orbweaver.index.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.lucene.util.IOUtils;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.job.CombinedSplits;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.Parts;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.plan.JoinedRecord.JoinedPage;
import org.orbweaver.index.schema.Page;

/**
 * The planned pages, (URL, {@link Page}), each once: a merge join of a plan with parse_data and
 * parse_text, all sorted by URL within a part of a segment.
 *
 * <p>A split is a range of a part of the plan: several small parts of segments, or a range of URLs
 * of a large one, with about a block of text. The output of each map task costs the reduce tasks
 * memory and open files, so there are no more map tasks than the texts need. Parts without planned
 * pages are not opened. Memory: a page, and a block of each of the three files.
 */
public final class PageInputFormat extends InputFormat<Text, Page> {
  private static final String PLAN = "orbweaver.internal.index.plan";
  private static final String ROOT = "orbweaver.internal.index.segments.root";

  /**
   * Sets the pages of a plan as a job's input.
   *
   * @param plan written by {@link PlanJob}
   * @param segments the folder of the segments
   */
  public static void read(Job job, Path plan, Path segments) {
    job.setInputFormatClass(PageInputFormat.class);
    job.getConfiguration().set(PLAN, plan.toString());
    job.getConfiguration().set(ROOT, segments.toString());
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    Path plan = new Path(conf.get(PLAN));
    Path root = new Path(conf.get(ROOT));
    FileSystem fs = plan.getFileSystem(conf);
    List<Split> ranges = new ArrayList<>();
    for (Path part : Parts.of(fs, plan)) {
      try (MapFile.Reader planned = new MapFile.Reader(part, conf)) {
        Text from = PlanJob.key("", "");
        for (String place = next(planned, from); place != null; place = next(planned, from)) {
          if (place.isEmpty()) {
            Text to = end(place);
            ranges.add(new Split(part, from, to, length(fs, part), new String[0]));
          } else {
            addRanges(context, part, root, place, ranges);
          }
          from = end(place);
        }
      }
    }
    return combine(conf, ranges);
  }

  /** The least key after those of a place, which have a tab there. */
  private static Text end(String place) {
    return new Text(place + '\u000b');
  }

  /** Joins neighbouring ranges of a part of the plan up to the size of a split. */
  private static List<InputSplit> combine(Configuration conf, List<Split> ranges) {
    long bytes = ranges.stream().mapToLong(Split::getLength).sum();
    long target = CombinedSplits.targetBytes(conf, bytes);
    List<InputSplit> combined = new ArrayList<>();
    Split last = null;
    long largest = 0;
    for (Split range : ranges) {
      if (last == null || !range.plan.equals(last.plan) || last.length + range.length > target) {
        combined.add(range);
        last = range;
        largest = range.length;
        continue;
      }
      if (range.length > largest) {
        largest = range.length;
        last.hosts = range.hosts;
      }
      last.to.set(range.to);
      last.length += range.length;
    }
    return combined;
  }

  /** The place of the first planned page from a key on; null at the end. */
  private static String next(MapFile.Reader planned, Text from) throws IOException {
    Text at = (Text) planned.getClosest(from, new JoinedRecord.JoinedValue());
    return at == null ? null : at.toString().substring(0, at.find("\t"));
  }

  private static void addRanges(
      JobContext context, Path plan, Path root, String place, List<Split> ranges)
      throws IOException {
    Configuration conf = context.getConfiguration();
    FileSystem fs = root.getFileSystem(conf);
    Path texts = ParsedPages.texts(parseData(root, place));
    FileStatus data = fs.getFileStatus(new Path(texts, MapFile.DATA_FILE_NAME));
    long target =
        Math.max(
            1, Math.min(FileInputFormat.getMaxSplitSize(context), fs.getDefaultBlockSize(texts)));
    Text from = PlanJob.key(place, "");
    long begun = 0;
    try (PartReader<LongWritable> index =
        new PartReader<>(conf, new Path(texts, MapFile.INDEX_FILE_NAME), LongWritable.class)) {
      while (index.next()) {
        long at = index.value().get();
        if (at - begun >= target) {
          Text to = PlanJob.key(place, index.key().toString());
          ranges.add(new Split(plan, from, to, at - begun, hosts(fs, data, begun)));
          from = to;
          begun = at;
        }
      }
    }
    long rest = data.getLen() - begun;
    ranges.add(new Split(plan, from, end(place), rest, hosts(fs, data, begun)));
  }

  private static String[] hosts(FileSystem fs, FileStatus file, long at) throws IOException {
    BlockLocation[] blocks = fs.getFileBlockLocations(file, at, 1);
    return blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }

  private static long length(FileSystem fs, Path part) throws IOException {
    return fs.getFileStatus(new Path(part, MapFile.DATA_FILE_NAME)).getLen();
  }

  private static Path parseData(Path root, String place) {
    int slash = place.indexOf('/');
    Path segment = new Path(root, place.substring(0, slash));
    return new Path(new Path(segment, ParseData.DIR_NAME), place.substring(slash + 1));
  }

  @Override
  public RecordReader<Text, Page> createRecordReader(InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  /** Pages of one place from a key, inclusive, to another, exclusive; empty: to the end. */
  static final class Split extends InputSplit implements Writable {
    private String plan;
    private final Text from = new Text();
    private final Text to = new Text();
    private long length;
    private String[] hosts = {};

    /** For Hadoop. */
    Split() {}

    private Split(Path plan, Text from, Text to, long length, String[] hosts) {
      this.plan = plan.toString();
      this.from.set(from);
      this.to.set(to);
      this.length = length;
      this.hosts = hosts;
    }

    @Override
    public long getLength() {
      return length;
    }

    @Override
    public String[] getLocations() {
      return hosts.clone();
    }

    @Override
    public void write(DataOutput out) throws IOException {
      Text.writeString(out, plan);
      from.write(out);
      to.write(out);
      out.writeLong(length);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      plan = Text.readString(in);
      from.readFields(in);
      to.readFields(in);
      length = in.readLong();
    }

    @Override
    public String toString() {
      return plan + " " + from + " - " + to;
    }
  }

  private static final class Reader extends RecordReader<Text, Page> {
    private final Text key = new Text();
    private final Text url = new Text();
    private final JoinedRecord.JoinedValue value = new JoinedRecord.JoinedValue();
    private Split split;
    private Configuration conf;
    private String place = "";
    private MapFile.Reader plan;
    private InStepReader<ParseData> parses;
    private InStepReader<ParseText> texts;
    private int maxChars;
    private boolean started;
    private AddedFields fields;
    private Page page;

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context) throws IOException {
      conf = context.getConfiguration();
      split = (Split) inputSplit;
      maxChars = IndexKeys.BODY_MAX_CHARS.get(conf);
      plan = new MapFile.Reader(new Path(split.plan), conf);
      fields = new AddedFields(context);
    }

    /** Opens the part of a segment with the next parses. */
    private void enter(String next) throws IOException {
      if (!next.equals(place)) {
        IOUtils.close(parses, texts);
        place = next;
        Path part = parseData(new Path(conf.get(ROOT)), place);
        parses = new InStepReader<>(part, conf, new ParseData());
        texts = new InStepReader<>(ParsedPages.texts(part), conf, new ParseText());
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      boolean more;
      do {
        more = next();
      } while (more && page == null);
      return more;
    }

    /** Goes to the next page; it is null if plugins leave it out. */
    private boolean next() throws IOException {
      boolean more;
      if (started) {
        more = plan.next(key, value);
      } else {
        started = true;
        Text first = (Text) plan.getClosest(split.from, value);
        more = first != null;
        if (more) {
          key.set(first);
        }
      }
      if (!more || key.compareTo(split.to) >= 0) {
        return false;
      }
      String text = key.toString();
      int tab = text.indexOf('\t');
      enter(text.substring(0, tab));
      url.set(text.substring(tab + 1));
      JoinedPage planned = (JoinedPage) value.get();
      if (place.isEmpty()) {
        boolean isFetched = !planned.outcome().equals(IndexCounter.UNFETCHED.name());
        page = page(planned, isFetched ? Page.Content.NONE : Page.Content.UNFETCHED);
        return true;
      }
      ParseData data = parses.get(url);
      if (data == null) {
        throw new IOException(place + " has no " + url + ", which was there");
      }
      String all = ParsedPages.text(texts, url);
      page = fields.with(page(planned, ParsedPages.content(data, all, maxChars)), data, all);
      return true;
    }

    private Page page(JoinedPage planned, Page.Content content) {
      return new Page(url.toString(), content, planned.facts(), planned.login(), List.of());
    }

    @Override
    public Text getCurrentKey() {
      return url;
    }

    @Override
    public Page getCurrentValue() {
      return page;
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(plan, parses, texts);
    }
  }
}
