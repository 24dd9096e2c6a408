package org.orbweaver.crawler.topics;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.topic.Labels;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.topic.TopicSums;

/** Learns a crawl's topics and tests the model. */
public final class TopicsPhase {
  private static final String STEP = "topics";

  /** The scale if nothing could be tested. */
  private static final int DEFAULT_SCALE = 8;

  /**
   * The result of learning.
   *
   * @param pages examples of each topic
   * @param guesses of the held-out pages: by their topic, how many were assigned to which
   */
  public record TopicsResult(
      SortedMap<String, Integer> pages, SortedMap<String, Map<String, Long>> guesses) {}

  /**
   * Reads a model.
   *
   * @param path empty for none
   * @return null for none
   * @throws OrbException (failed) if it cannot be read
   */
  public static TopicModel readModel(String path, Configuration conf) {
    if (path.isEmpty()) {
      return null;
    }
    Path file = new Path(path);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(file.getFileSystem(conf).open(file)))) {
      return TopicModel.read(in);
    } catch (IOException e) {
      throw OrbException.failed("cannot read the topics of " + path + ": " + Failure.reason(e), e);
    }
  }

  /**
   * Learns from the labelled pages and replaces the crawl's model.
   *
   * @param lines those of a file of labels, which {@link Labels} has accepted
   * @throws OrbException (failed) if a topic has no page, (nothing to do) without parsed segments
   */
  public TopicsResult run(Session session, List<String> lines) throws IOException {
    List<Path> inputs = parsed(session.dir());
    Step step = session.steps().begin(STEP, "");
    Path learned = step.staging("sums");
    Job learn = job(session, "topics (learn)", inputs, lines, learned);
    learn.setMapperClass(TopicTasks.LearnMapper.class);
    learn.setReducerClass(TopicTasks.LearnReducer.class);
    learn.setOutputValueClass(BytesWritable.class);
    JobRunner.run(learn, session.console());

    SortedMap<String, TopicSums> training = new TreeMap<>();
    SortedMap<String, TopicSums> all = new TreeMap<>();
    for (String topic : Labels.parse(lines, "labels").names()) {
      training.put(topic, new TopicSums());
      all.put(topic, new TopicSums());
    }
    read(
        session,
        learned,
        BytesWritable.class,
        (key, value) -> {
          byte[] sums = value.copyBytes();
          String topic = TopicTasks.topicOf(key.toString());
          if (!TopicTasks.isHeldOut(key.toString())) {
            training.get(topic).addAll(in(sums));
          }
          all.get(topic).addAll(in(sums));
        });
    all.forEach(TopicsPhase::requirePages);

    // A topic of a few pages may have none but held-out ones: it takes no part in the test.
    training.values().removeIf(sums -> sums.pages() == 0);
    SortedMap<String, Map<String, Long>> guesses = new TreeMap<>();
    long[] losses = new long[TopicModel.SCALES];
    if (training.size() > 1) {
      Path model = step.staging("model");
      write(session, TopicModel.learn(training, DEFAULT_SCALE), model);
      Path tested = step.staging("tested");
      Job test = job(session, "topics (test)", inputs, lines, tested);
      test.getConfiguration().set(TopicTasks.MODEL, model.toString());
      test.setMapperClass(TopicTasks.TestMapper.class);
      test.setCombinerClass(LongSumReducer.class);
      test.setReducerClass(LongSumReducer.class);
      test.setOutputValueClass(LongWritable.class);
      JobRunner.run(test, session.console());
      read(
          session,
          tested,
          LongWritable.class,
          (key, value) -> {
            String[] parts = key.toString().split("\t", -1);
            if (parts[0].equals(TopicTasks.LOSS)) {
              losses[Integer.parseInt(parts[1])] = value.get();
            } else {
              guesses.computeIfAbsent(parts[0], t -> new TreeMap<>()).put(parts[1], value.get());
            }
          });
    }
    Path folder = step.staging("topics");
    write(
        session,
        TopicModel.learn(all, guesses.isEmpty() ? DEFAULT_SCALE : least(losses)),
        new Path(folder, session.dir().topicModel().getName()));
    step.replace(folder, session.dir().topics());
    SortedMap<String, Integer> pages = new TreeMap<>();
    all.forEach((topic, sums) -> pages.put(topic, sums.pages()));
    step.commit(Map.of("topics", "" + pages.size()));
    return new TopicsResult(pages, guesses);
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private static void requirePages(String topic, TopicSums sums) {
    if (sums.pages() == 0) {
      throw OrbException.failed(
          "no parsed page of the crawl is in a place of topic "
              + topic
              + ": name other hosts or directories, or crawl them first");
    }
  }

  private static int least(long[] losses) {
    int least = 0;
    for (int i = 1; i < losses.length; i++) {
      least = losses[i] < losses[least] ? i : least;
    }
    return least;
  }

  private static List<Path> parsed(CrawlDir dir) throws IOException {
    List<Path> inputs = new ArrayList<>();
    for (Path segment : dir.segmentList()) {
      if (dir.fs().exists(new Path(segment, ParseData.DIR_NAME))
          && dir.fs().exists(new Path(segment, ParseText.DIR_NAME))) {
        inputs.add(new Path(segment, ParseData.DIR_NAME));
      }
    }
    if (inputs.isEmpty()) {
      throw OrbException.nothingToDo(
          "no parsed segments in " + dir + " (run 'orb fetch' and 'orb parse' first)");
    }
    return inputs;
  }

  private static Job job(
      Session session, String name, List<Path> inputs, List<String> labels, Path output)
      throws IOException {
    List<Path> reads = new ArrayList<>(inputs);
    inputs.forEach(data -> reads.add(new Path(data.getParent(), ParseText.DIR_NAME)));
    Job job = JobRunner.newJob(session, name, TopicsPhase.class, reads.toArray(new Path[0]));
    job.getConfiguration().set(TopicTasks.LABELS, String.join("\n", labels));
    StoreInputFormat.read(job, inputs.toArray(new Path[0]));
    job.setOutputKeyClass(Text.class);
    job.setNumReduceTasks(1);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  private static void write(Session session, TopicModel model, Path path) throws IOException {
    FileSystem fs = path.getFileSystem(session.conf());
    try (DataOutputStream out = new DataOutputStream(fs.create(path, false))) {
      model.write(out);
    }
  }

  private static <V extends Writable> void read(
      Session session, Path output, Class<V> type, SortedStore.Visitor<V> visitor)
      throws IOException {
    for (Path part : Parts.of(session.dir().fs(), output)) {
      try (PartReader<V> reader = new PartReader<>(session.conf(), part, type)) {
        while (reader.next()) {
          visitor.visit(reader.key(), reader.value());
        }
      }
    }
  }
}
