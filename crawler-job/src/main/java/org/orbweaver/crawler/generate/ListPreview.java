package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The fetch list that generate would make now, made by generate's own jobs in a folder outside the
 * crawl.
 *
 * @param now the time at which URLs are due, milliseconds since 1970
 * @param topN the greatest length of the list
 * @param parts fetch tasks
 * @param list its folder, with a file for each part; missing if there are no URLs
 * @param counts of URLs
 * @param leftOut the URLs that are not in it
 */
public record ListPreview(
    long now, long topN, int parts, Path list, UrlCounts counts, LeftOut leftOut) {
  /** The number of hosts over budget that are named. */
  private static final int MOST_HOSTS = 10;

  /**
   * Counts of URLs.
   *
   * @param listed in the list
   * @param due those of the crawldb that are due
   * @param known in the crawldb
   */
  public record UrlCounts(long listed, long due, long known) {}

  /**
   * The URLs that are not in the list.
   *
   * @param byReason counts and examples
   * @param overBudget hosts with most URLs over generate.max.count, and how many each has
   * @param whyNone the reason why the list has no URLs, for people; else empty
   */
  public record LeftOut(
      List<LeftOutUrls> byReason, List<Map.Entry<String, Long>> overBudget, String whyNone) {}

  /**
   * URLs left out for one reason.
   *
   * @param reason why
   * @param urls how many
   * @param example one of them, the first to be due if the reason is one of time; null if none was
   *     examined
   * @param dueMs when the example will be due, milliseconds since 1970; 0: not a question of time
   * @param remedy how to let the example in, or empty
   */
  public record LeftOutUrls(
      GenerateCounter reason, long urls, String example, long dueMs, String remedy) {}

  /**
   * Makes the list.
   *
   * @param work a folder for the list and intermediate files; the caller deletes it
   */
  public static ListPreview make(
      Configuration conf,
      CrawlDir dir,
      Console console,
      Clock clock,
      GeneratePhase.GenerateOptions options,
      Path work)
      throws IOException {
    Configuration own = new Configuration(conf);
    Path notes = new Path(work, "left-out");
    own.set(Exclusions.FOLDER, notes.toString());
    GenerateSettings settings =
        GenerateSettings.of(own, dir, options, Steps.readHistory(dir), clock.millis());
    Path segment = new Path(work, "segment");
    GenerateJob.SelectedUrls result =
        new GenerateJob(own, dir, console, settings, false)
            .run(segment, new Path(work, "candidates"));
    Exclusions left = Exclusions.read(conf, notes);
    long known = result.get(GenerateCounter.DUE);
    List<LeftOutUrls> leftOut = new ArrayList<>();
    for (GenerateCounter reason : GenerateCounter.values()) {
      long count = reason.isLeftOut() ? result.get(reason) : 0;
      known += reason.compareTo(GenerateCounter.DUE) < 0 ? count : 0;
      if (count > 0) {
        Exclusions.Example one = left.example(reason);
        leftOut.add(new LeftOutUrls(reason, count, one.url(), one.dueMs(), one.remedy()));
      }
    }
    long urls = result.get(GenerateCounter.TAKEN);
    return new ListPreview(
        settings.now(),
        settings.topN(),
        settings.parts(),
        new Path(segment, CrawlDatum.GENERATE_DIR_NAME),
        new UrlCounts(urls, result.get(GenerateCounter.DUE), known),
        new LeftOut(
            leftOut, left.overBudget(MOST_HOSTS), urls == 0 ? GeneratePhase.whyNone(result) : ""));
  }

  /**
   * Examples of the URLs that a fetch list leaves out, beyond {@link GenerateCounter}'s counts: for
   * each reason the URL that will be due first (if none has a time, the first by name), and the
   * hosts with most URLs over budget. Each task writes a small file of its own; the merge does not
   * depend on their order. Kept only if a folder for it is set, as {@link ListPreview} does.
   */
  static final class Exclusions {
    static final String FOLDER = "orbweaver.internal.generate.exclusions";

    /** The number of hosts over budget in each task's file. */
    private static final int MOST_HOSTS = 100;

    /**
     * A URL left out.
     *
     * @param dueMs when it will be due, milliseconds since 1970; 0: not a question of time
     * @param remedy the remedy, or empty
     */
    record Example(String url, long dueMs, String remedy) {
      Example(String url) {
        this(url, 0, "");
      }

      private static final Comparator<Example> ORDER =
          Comparator.comparingLong(Example::dueMs).thenComparing(Example::url);
    }

    private final Map<GenerateCounter, Example> examples = new EnumMap<>(GenerateCounter.class);

    /** URLs over budget, by the fingerprints of groups. */
    private final Long2LongOpenHashMap overBudget = new Long2LongOpenHashMap();

    /**
     * The groups with most URLs over budget, up to {@link #MOST_HOSTS}; counts only grow, so none
     * is missed.
     */
    private final Map<String, Long> most = new HashMap<>();

    /** A lower bound on the counts in {@link #most}. */
    private long fewest;

    /** The exclusions of a task; null if no folder is set. */
    static Exclusions of(Configuration conf) {
      return conf.get(FOLDER) == null ? null : new Exclusions();
    }

    /** The remedy for a URL that a setting refused. */
    static String remedy(CrawlDatum refused) {
      return Refusal.of(refused)
          .map(it -> it.detail() + " (to allow it, " + it.cause().remedy() + ")")
          .orElse("");
    }

    void add(GenerateCounter reason, Example example) {
      examples.merge(reason, example, (a, b) -> Example.ORDER.compare(a, b) <= 0 ? a : b);
    }

    /** Adds URLs of a host (or domain, or address) over budget. */
    void addOverBudget(String group, long urls) {
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

    /** The example for a reason; its fields are null if no URL was examined. */
    Example example(GenerateCounter reason) {
      return examples.getOrDefault(reason, new Example(null, 0, ""));
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

    /** A task's file. */
    private record Notes(Map<String, Example> examples, Map<String, Long> overBudget) {}

    /** Writes the task's file. */
    void write(TaskAttemptContext context) throws IOException {
      Map<String, Example> byName = new TreeMap<>();
      examples.forEach((reason, example) -> byName.put(reason.name(), example));
      Configuration conf = context.getConfiguration();
      Path file = new Path(conf.get(FOLDER), context.getTaskAttemptID().toString());
      String notes = Json.line(new Notes(byName, most));
      Files.writeNew(conf, file, notes.getBytes(StandardCharsets.UTF_8));
    }

    /** Merges the files of all tasks. */
    static Exclusions read(Configuration conf, Path folder) throws IOException {
      var all = new Exclusions();
      FileSystem fs = folder.getFileSystem(conf);
      if (fs.exists(folder)) {
        for (FileStatus file : fs.listStatus(folder)) {
          String text = new String(Files.read(fs, file.getPath()), StandardCharsets.UTF_8);
          Notes notes = Json.parse(text, Notes.class);
          notes.examples.forEach((name, one) -> all.add(GenerateCounter.valueOf(name), one));
          notes.overBudget.forEach(all::addOverBudget);
        }
      }
      return all;
    }
  }
}
