package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * What a fetch list leaves out, beyond {@link GenerateCounter}'s counts: for each reason the URL
 * that will be due first (where none has a time, the first by name), and the hosts with most URLs
 * over budget. Each task writes a small file of its own; merging does not depend on their order.
 * Kept only where a folder for it is set, as {@link ListPreview} does.
 */
final class Exclusions {
  static final String FOLDER = "orbweaver.internal.generate.exclusions";

  /** Hosts over budget in each task's file. */
  private static final int MOST_HOSTS = 100;

  /**
   * A URL left out.
   *
   * @param dueMs when it will be due, milliseconds since 1970; 0: not a question of time
   * @param remedy what to do about it, or empty
   */
  record Example(String url, long dueMs, String remedy) {
    private static final Comparator<Example> ORDER =
        Comparator.comparingLong(Example::dueMs).thenComparing(Example::url);
  }

  private final Map<GenerateCounter, Example> examples = new EnumMap<>(GenerateCounter.class);

  /** By the fingerprints of groups. */
  private final Long2LongOpenHashMap overBudget = new Long2LongOpenHashMap();

  /** The groups with most, up to {@link #MOST_HOSTS}; counts only grow, so that none is missed. */
  private final Map<String, Long> most = new HashMap<>();

  /** No group of {@link #most} has fewer; it may be too low. */
  private long fewest;

  /** For a task; null where no folder is set. */
  static Exclusions of(Configuration conf) {
    return conf.get(FOLDER) == null ? null : new Exclusions();
  }

  /** Adds a URL; the arguments are those of an {@link Example}. */
  void add(GenerateCounter reason, String url, long dueMs, String remedy) {
    add(reason, new Example(url, dueMs, remedy));
  }

  /** What to do about a URL that a setting refused. */
  static String remedy(CrawlDatum refused) {
    return Refusal.of(refused)
        .map(it -> it.detail() + " (to allow it, " + it.cause().remedy() + ")")
        .orElse("");
  }

  private void add(GenerateCounter reason, Example example) {
    examples.merge(reason, example, (a, b) -> Example.ORDER.compare(a, b) <= 0 ? a : b);
  }

  void addOverBudget(String group) {
    addOverBudget(group, 1);
  }

  private void addOverBudget(String group, long urls) {
    long count = overBudget.addTo(Fingerprint.of(group), urls) + urls;
    if (most.size() < MOST_HOSTS || most.containsKey(group)) {
      most.put(group, count);
    } else if (count > fewest) {
      Map.Entry<String, Long> least =
          Collections.min(most.entrySet(), Map.Entry.comparingByValue());
      fewest = least.getValue();
      if (count > fewest) {
        most.remove(least.getKey());
        most.put(group, count);
      }
    }
  }

  /** The example for a reason, or null. */
  Example example(GenerateCounter reason) {
    return examples.get(reason);
  }

  /** Hosts (or domains, or addresses) with URLs over budget, those with most first. */
  List<Map.Entry<String, Long>> overBudget(int hosts) {
    return most.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(hosts)
        .toList();
  }

  /** Writes the task's file. */
  void write(TaskAttemptContext context) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(examples.size());
      for (Map.Entry<GenerateCounter, Example> entry : examples.entrySet()) {
        out.writeUTF(entry.getKey().name());
        writeText(out, entry.getValue().url());
        out.writeLong(entry.getValue().dueMs());
        writeText(out, entry.getValue().remedy());
      }
      List<Map.Entry<String, Long>> hosts = overBudget(MOST_HOSTS);
      out.writeInt(hosts.size());
      for (Map.Entry<String, Long> host : hosts) {
        writeText(out, host.getKey());
        out.writeLong(host.getValue());
      }
    }
    Configuration conf = context.getConfiguration();
    Path file = new Path(conf.get(FOLDER), context.getTaskAttemptID().toString());
    Files.writeNew(conf, file, bytes.toByteArray());
  }

  /** What the tasks wrote, taken together. */
  static Exclusions read(Configuration conf, Path folder) throws IOException {
    var all = new Exclusions();
    FileSystem fs = folder.getFileSystem(conf);
    if (!fs.exists(folder)) {
      return all;
    }
    for (FileStatus file : fs.listStatus(folder)) {
      try (var in = new DataInputStream(new ByteArrayInputStream(Files.read(fs, file.getPath())))) {
        for (int i = in.readInt(); i > 0; i--) {
          GenerateCounter reason = GenerateCounter.valueOf(in.readUTF());
          all.add(reason, new Example(readText(in), in.readLong(), readText(in)));
        }
        for (int i = in.readInt(); i > 0; i--) {
          String host = readText(in);
          all.addOverBudget(host, in.readLong());
        }
      }
    }
    return all;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    Text.writeString(out, text);
  }

  private static String readText(DataInputStream in) throws IOException {
    return Text.readString(in);
  }
}
