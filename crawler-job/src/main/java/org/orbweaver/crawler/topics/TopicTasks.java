package org.orbweaver.crawler.topics;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.topic.Labels;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.topic.TopicSums;
import org.orbweaver.crawler.url.Fingerprint;

/** The tasks of the two topic jobs. */
final class TopicTasks {
  static final String LABELS = "orbweaver.internal.topics.labels";
  static final String MODEL = "orbweaver.internal.topics.model";

  /** Precedes the number of a temperature, in place of a topic; it is no topic's name. */
  static final String LOSS = "*loss";

  private static final String HELD_OUT = "\theld out";
  private static final double MICRO = 1e6;

  private TopicTasks() {}

  /** The key of the sums of a topic's pages. */
  private static String key(String topic, boolean heldOut) {
    return heldOut ? topic + HELD_OUT : topic;
  }

  static boolean isHeldOut(String key) {
    return key.endsWith(HELD_OUT);
  }

  static String topicOf(String key) {
    return isHeldOut(key) ? key.substring(0, key.length() - HELD_OUT.length()) : key;
  }

  /** Finds labelled pages and their texts. */
  private abstract static class LabelledMapper<V> extends Mapper<Text, ParseData, Text, V> {
    private Labels labels;
    private String file;
    private InStepReader<ParseText> texts;

    @Override
    protected void setup(Context context) throws IOException {
      List<String> lines = context.getConfiguration().get(LABELS).lines().toList();
      labels = Labels.parse(lines, "labels");
    }

    /** Takes a page. */
    abstract void page(String topic, boolean heldOut, String text, Context context)
        throws IOException, InterruptedException;

    @Override
    protected void map(Text url, ParseData data, Context context)
        throws IOException, InterruptedException {
      String topic = labels.topicOf(url.toString());
      if (topic != null && data.getStatus().isSuccess()) {
        boolean heldOut = Math.floorMod(Fingerprint.of(url.toString()), 10) == 0;
        String main = data.getParseMeta().get(MetaNames.MAIN);
        String text = text(url, context.getConfiguration());
        page(topic, heldOut, PageParser.topicText(data.getTitle(), text, main), context);
      }
    }

    /** The same task wrote the texts beside the data, in the same order. */
    private String text(Text url, Configuration conf) throws IOException {
      String at = conf.get(MRJobConfig.MAP_INPUT_FILE);
      if (!at.equals(file)) {
        IOUtils.closeStream(texts);
        Path data = new Path(at).getParent();
        Path part = new Path(data.getParent().getParent(), ParseText.DIR_NAME);
        texts = new InStepReader<>(new Path(part, data.getName()), conf, new ParseText());
        file = at;
      }
      ParseText text = texts.get(url);
      return text == null ? "" : text.getText();
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      IOUtils.closeStream(texts);
    }
  }

  /** Sums the pages of each topic. Memory: 2 MB for each topic in the task, twice. */
  static final class LearnMapper extends LabelledMapper<BytesWritable> {
    private final Map<String, TopicSums> sums = new TreeMap<>();

    @Override
    void page(String topic, boolean heldOut, String text, Context context) {
      sums.computeIfAbsent(key(topic, heldOut), key -> new TopicSums()).add(text);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, TopicSums> topic : sums.entrySet()) {
        context.write(new Text(topic.getKey()), bytes(topic.getValue()));
      }
      super.cleanup(context);
    }
  }

  private static BytesWritable bytes(TopicSums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes));
    return new BytesWritable(bytes.toByteArray());
  }

  /** Adds up the tasks' sums of a topic. */
  static final class LearnReducer extends Reducer<Text, BytesWritable, Text, BytesWritable> {
    @Override
    protected void reduce(Text topic, Iterable<BytesWritable> parts, Context context)
        throws IOException, InterruptedException {
      TopicSums sums = new TopicSums();
      for (BytesWritable part : parts) {
        sums.addAll(
            new DataInputStream(new ByteArrayInputStream(part.getBytes(), 0, part.getLength())));
      }
      context.write(topic, bytes(sums));
    }
  }

  /** Guesses the topics of the held-out pages. */
  static final class TestMapper extends LabelledMapper<LongWritable> {
    private final double[] losses = new double[TopicModel.SCALES];
    private final LongWritable one = new LongWritable(1);
    private TopicModel model;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      Configuration conf = context.getConfiguration();
      model = TopicsPhase.readModel(conf.get(MODEL), conf);
    }

    @Override
    void page(String topic, boolean heldOut, String text, Context context)
        throws IOException, InterruptedException {
      boolean tested = heldOut && model.names().contains(topic);
      List<TopicModel.Topic> guess = tested ? model.classify(text) : List.of();
      if (!guess.isEmpty()) {
        context.write(new Text(topic + '\t' + guess.get(0).name()), one);
        double[] lost = model.logLoss(text, model.names().indexOf(topic));
        for (int i = 0; i < losses.length; i++) {
          losses[i] += lost[i];
        }
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (int i = 0; i < losses.length; i++) {
        context.write(new Text(LOSS + '\t' + i), new LongWritable(Math.round(losses[i] * MICRO)));
      }
      super.cleanup(context);
    }
  }
}
