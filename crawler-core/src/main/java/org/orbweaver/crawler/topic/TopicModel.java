package org.orbweaver.crawler.topic;

import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Classifies texts by topic: multinomial naive Bayes over weighted words, with a Dirichlet prior
 * (Zhai, Lafferty, "A study of smoothing methods for language models", 2004): without pages, a
 * topic has the word frequencies of all topics together. So a word missing from a topic of few
 * pages means little, and small topics do not lose to large ones; the prior over topics is uniform.
 * Naive Bayes is overconfident, so the probabilities are those of a softmax whose temperature is
 * calibrated on held-out pages.
 *
 * <p>Memory: a megabyte for each topic. Cost: linear in the distinct words times the topics.
 */
public final class TopicModel {
  private static final int FORMAT = 0x4F525401;

  /** The weight of the prior, in weighted words: some thirty pages. */
  private static final double PRIOR = 300;

  /** Less likely topics are not stored with a page. */
  private static final double LEAST_STORED = .05;

  /**
   * Number of temperatures tried: from 100 down to .01, each the fourth root of ten below the last.
   */
  public static final int SCALES = 17;

  /**
   * A topic and its probability.
   *
   * @param probability from 0 to 1; those of all topics have the sum 1
   */
  public record Topic(String name, double probability) {}

  private final List<String> names;
  private final float[] weights;
  private final int scale;

  private TopicModel(List<String> names, float[] weights, int scale) {
    this.names = names;
    this.weights = weights;
    this.scale = scale;
  }

  /**
   * Learns a model.
   *
   * @param topics at least two, by name
   * @param scale the number of the temperature, 0 to {@link #SCALES} − 1; see {@link #logLoss}
   */
  public static TopicModel learn(SortedMap<String, TopicSums> topics, int scale) {
    List<TopicSums> sums = List.copyOf(topics.values());
    double[] rarity = rarity(sums);
    double[] all = new double[Words.FEATURES];
    for (TopicSums topic : sums) {
      for (int i = 0; i < Words.FEATURES; i++) {
        all[i] += topic.sum(i);
      }
    }
    float[] weights = new float[Words.FEATURES * sums.size()];
    for (int t = 0; t < sums.size(); t++) {
      double[] own = weights(sums.get(t), rarity, all);
      for (int i = 0; i < Words.FEATURES; i++) {
        weights[i * sums.size() + t] = (float) own[i];
      }
    }
    return new TopicModel(List.copyOf(topics.keySet()), weights, scale);
  }

  /** The inverse document frequency of each feature. */
  private static double[] rarity(List<TopicSums> topics) {
    int pages = topics.stream().mapToInt(TopicSums::pages).sum();
    double[] rarity = new double[Words.FEATURES];
    for (int i = 0; i < Words.FEATURES; i++) {
      int with = 0;
      for (TopicSums topic : topics) {
        with += topic.pagesWith(i);
      }
      rarity[i] = with == 0 ? 0 : Math.log((1.0 + pages) / with);
    }
    return rarity;
  }

  /**
   * The weight of each feature for a topic: the logarithm of its frequency there relative to all
   * topics, times its rarity.
   */
  private static double[] weights(TopicSums topic, double[] rarity, double[] all) {
    double[] weights = new double[Words.FEATURES];
    double total = 0;
    double own = 0;
    for (int i = 0; i < Words.FEATURES; i++) {
      total += all[i];
      own += topic.sum(i);
    }
    for (int i = 0; i < Words.FEATURES; i++) {
      if (all[i] > 0) { // A word that is in no page indicates no topic.
        double expected = topic.sum(i) * total / all[i];
        weights[i] = rarity[i] * Math.log((expected + PRIOR) / (own + PRIOR));
      }
    }
    return weights;
  }

  /** The names of the topics, sorted. */
  public List<String> names() {
    return names;
  }

  /** All topics, the most likely first; none for a text without words. */
  public List<Topic> classify(CharSequence text) {
    double[] scores = scores(text);
    if (scores.length == 0) {
      return List.of();
    }
    double[] logs = logProbabilities(scores, scale);
    List<Topic> topics = new ArrayList<>();
    for (int t = 0; t < logs.length; t++) {
      topics.add(new Topic(names.get(t), Math.exp(logs[t])));
    }
    topics.sort(Comparator.comparingDouble(Topic::probability).reversed());
    return topics;
  }

  /**
   * The loss at each temperature: −ln of the probability given to a text's true topic.
   *
   * @param topic the number of the text's topic in {@link #names}
   * @return {@link #SCALES} losses; none for a text without words
   */
  public double[] logLoss(CharSequence text, int topic) {
    double[] scores = scores(text);
    double[] losses = new double[scores.length == 0 ? 0 : SCALES];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = -logProbabilities(scores, i)[topic];
    }
    return losses;
  }

  /** Scores of all topics, none for a text without words. */
  private double[] scores(CharSequence text) {
    Int2DoubleMap words = Words.of(text);
    double[] scores = new double[words.isEmpty() ? 0 : names.size()];
    for (Int2DoubleMap.Entry word : words.int2DoubleEntrySet()) {
      int row = word.getIntKey() * names.size();
      for (int t = 0; t < scores.length; t++) {
        scores[t] += word.getDoubleValue() * weights[row + t];
      }
    }
    return scores;
  }

  private static double[] logProbabilities(double[] scores, int scale) {
    double multiplier = Math.pow(10, scale / 4.0 - 2);
    double most = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      most = Math.max(most, score);
    }
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp((score - most) * multiplier);
    }
    double[] logs = new double[scores.length];
    for (int t = 0; t < scores.length; t++) {
      logs[t] = (scores[t] - most) * multiplier - Math.log(sum);
    }
    return logs;
  }

  /**
   * The form that is stored with a page: {@code sport:0.913 news:0.062}, most likely first, without
   * topics below .05; empty for none.
   */
  public static String stored(List<Topic> topics) {
    return topics.stream()
        .filter(topic -> topic.probability() >= LEAST_STORED)
        .map(topic -> String.format(Locale.ROOT, "%s:%.3f", topic.name(), topic.probability()))
        .collect(Collectors.joining(" "));
  }

  /**
   * Writes the model: a mark, the number of the temperature, the names, the weights by feature and
   * topic.
   */
  public void write(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    out.writeInt(scale);
    out.writeInt(names.size());
    for (String name : names) {
      out.writeUTF(name);
    }
    for (float weight : weights) {
      out.writeFloat(weight);
    }
  }

  /**
   * Reads the output of {@link #write}.
   *
   * @throws IOException if the input is anything else
   */
  public static TopicModel read(DataInput in) throws IOException {
    if (in.readInt() != FORMAT) {
      throw new IOException("no model of topics");
    }
    int scale = in.readInt();
    int topics = in.readInt();
    if (scale < 0 || scale >= SCALES || topics < 0 || topics > Labels.MOST_TOPICS) {
      throw new IOException("broken model of topics");
    }
    List<String> names = new ArrayList<>();
    for (int left = topics; left > 0; left--) {
      names.add(in.readUTF());
    }
    float[] weights = new float[Words.FEATURES * names.size()];
    byte[] bytes = new byte[Float.BYTES * weights.length];
    in.readFully(bytes);
    ByteBuffer.wrap(bytes).asFloatBuffer().get(weights);
    return new TopicModel(names, weights, scale);
  }
}
