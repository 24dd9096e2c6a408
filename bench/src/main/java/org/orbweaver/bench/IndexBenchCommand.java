package org.orbweaver.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.shards.IndexJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the job that writes an index; called by {@code scripts/bench index}. */
@Command(
    name = "index",
    description = {
      "Compare indexing by inversion with an IndexWriter in the reducer.",
      "Index 250 MB and 1 GB of made-up text as one shard, in JVMs with 512 MB of heap: by the"
          + " inversion, and by an IndexWriter in the reducer. Prints CPU time, its share in the"
          + " reducer, bytes shuffled and written, and the growth. Exits with 1 if a target is"
          + " missed.",
      "A text is what parsing finds in a page, its bytes in UTF-8 counted once; stored fields,"
          + " which go beside the shuffle, are not among the bytes shuffled.",
      "CPU time and seconds are of the job that reads texts and writes the shard; with --divide, a"
          + " larger part of them is the compiler's, and of both writers alike."
    },
    footer = {"  scripts/bench index", "  scripts/bench index --divide 10"})
public final class IndexBenchCommand extends Bench {
  private static final int SMALL = 75_000;
  private static final int TIMES = 4;
  private static final double MOST_OF_INDEXWRITER = .8;
  private static final double MOST_IN_REDUCER = .25;
  private static final double MOST_SHUFFLED = .45;
  private static final double MOST_WRITTEN = .30;
  private static final double MOST_GROWTH = 4.3;
  private static final String HEAP = "-Xmx512m";

  @Option(
      names = "--divide",
      paramLabel = "N",
      defaultValue = "1",
      description = "Divide both sizes by N, for a try. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 1000)
  private int divide;

  private final Figures figures = new Figures();

  /** The cost of a writer's job, in seconds and bytes. */
  private record WriterCost(
      double seconds,
      double cpu,
      double reducer,
      double all,
      double shuffled,
      double written,
      double stored) {

    /** Parses the log of the local runner, which runs all reduce tasks after all map tasks. */
    static WriterCost of(MeasuredProcess process, String log, File shard) {
      long start = last("Waiting for map tasks", log);
      long reduce = last("Waiting for reduce tasks", log);
      long end = last("reduce task executor complete\\.", log);
      String job = log.substring(log.lastIndexOf("Waiting for reduce tasks"));
      double shuffled = 0;
      for (MatchResult bytes :
          Pattern.compile("Reduce shuffle bytes=(\\d+)").matcher(job).results().toList()) {
        shuffled += Long.parseLong(bytes.group(1));
      }
      return new WriterCost(
          (end - start) / 1e6,
          process.cpuSeconds(start, end),
          process.cpuSeconds(reduce, end),
          process.cpuSeconds(),
          shuffled,
          FileUtil.getDU(shard),
          size(shard.listFiles((folder, name) -> name.matches(".*\\.fd[tmx]"))));
    }

    private static long size(File[] files) {
      return Arrays.stream(files).mapToLong(File::length).sum();
    }

    /** When a message was last logged, in microseconds since 1970. */
    private static long last(String message, String log) {
      Matcher line = Pattern.compile("(?m)^(\\S+Z) INFO \\S+ " + message + "$").matcher(log);
      long time = -1;
      while (line.find()) {
        time = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(line.group(1)));
      }
      if (time < 0) {
        throw OrbException.failed("the log of orb index has no line '" + message + "'");
      }
      return time;
    }
  }

  @Override
  protected void measure() throws Exception {
    try {
      WriterCost small = measure("Small", SMALL / divide);
      WriterCost large = measure("Large", SMALL / divide * TIMES);
      figures
          .add(
              "growth",
              "CPU of the inversion, " + TIMES + " times the text",
              "%.2f times",
              large.cpu() / small.cpu())
          .atMost("growth", MOST_GROWTH)
          .add("growthSeconds", "  seconds", "%.2f times", large.seconds() / small.seconds());
    } finally {
      report(figures);
    }
  }

  /** Indexes pages by both writers; returns the cost of the inversion. */
  private WriterCost measure(String size, int pages) throws Exception {
    Path own = Files.createDirectory(folder().resolve("pages-" + pages));
    CrawlDir crawl = CrawlDir.create(conf(), own.resolve("crawl").toString());
    console().infof("%,d pages", pages);
    double text = ScaleData.writeTexts(conf(), crawl, pages);
    WriterCost ours = index(crawl, IndexJob.WriterKind.CODEC);
    WriterCost other = index(crawl, IndexJob.WriterKind.INDEXWRITER);
    FileUtil.fullyDelete(own.toFile());
    String title = String.format(Locale.ROOT, "%,d pages, %,.0f MB of text: ", pages, text / 1e6);
    figures
        .add("speed" + size, title + "MB/s", "%.1f", text / 1e6 / ours.seconds())
        .add("cpu" + size, "  CPU s per 100 MB", "%.2f", ours.cpu() / text * 1e8)
        .add("cpuIndexWriter" + size, "  an IndexWriter's", "%.2f", other.cpu() / text * 1e8)
        .add("ratio" + size, "  ratio", "%.2f", ours.cpu() / other.cpu())
        .atMost("ratio" + size, MOST_OF_INDEXWRITER)
        .add(
            "ratioAll" + size,
            "  ratio of the processes, with plan and start",
            "%.2f",
            ours.all() / other.all())
        .add(
            "reducer" + size,
            "  share of the reducer in the CPU",
            "%.2f",
            ours.reducer() / ours.cpu())
        .atMost("reducer" + size, MOST_IN_REDUCER)
        .add("shuffled" + size, "  bytes shuffled per byte of text", "%.3f", ours.shuffled() / text)
        .atMost("shuffled" + size, MOST_SHUFFLED)
        .add("shuffledIndexWriter" + size, "  with an IndexWriter", "%.3f", other.shuffled() / text)
        .add("written" + size, "  bytes of index per byte of text", "%.3f", ours.written() / text)
        .atMost("written" + size, MOST_WRITTEN)
        .add(
            "inverted" + size,
            "  without the stored text",
            "%.3f",
            (ours.written() - ours.stored()) / text)
        .add("writtenIndexWriter" + size, "  with an IndexWriter", "%.3f", other.written() / text);
    return ours;
  }

  private WriterCost index(CrawlDir crawl, IndexJob.WriterKind writer) throws Exception {
    String name = writer.name().toLowerCase(Locale.ROOT);
    console().info("  " + name);
    String root = crawl.root().toUri().getPath();
    Path logs = folder().resolve("logs");
    FileUtil.fullyDelete(logs.toFile());
    List<String> flags = List.of(HEAP, "-Dorbweaver.log.dir=" + logs);
    try (MeasuredProcess process =
        orb(flags, "index", root, "--full", "--shards", "1", "--writer", name)) {
      Path shard =
          Path.of(crawl.latest(crawl.indexes()).orElseThrow().toUri()).resolve("shard-00000");
      return WriterCost.of(process, Files.readString(logs.resolve("orb.0.0.log")), shard.toFile());
    }
  }
}
