package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.pagerank.core.TopicSteps;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.VectorReader;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;

/** The tasks of PageRank's jobs. */
final class PageRankTasks {

  /** The vectors r, side by side: a row has one element a topic. */
  static final String RANK = "rank";

  /** The vectors r/d, the rank that a page gives to each page it links to, side by side. */
  static final String SHARE = "share";

  private static final int REPORTED_PAGES = 1 << 16;

  private PageRankTasks() {}

  /**
   * Settings of the tasks.
   *
   * @param topics file of the teleport vectors: {@link Teleport#write}
   * @param strengths folder of {@link OutStrength}'s sums; empty for the out-degrees
   * @param warm the run whose ranks are the start
   */
  record Settings(
      PageRankModel model,
      String topics,
      Optional<String> strengths,
      Optional<WarmStart.EarlierRun> warm) {

    /** PageRank of each topic. */
    private List<PageRank> topics(Configuration conf, int size) throws IOException {
      Path file = new Path(topics);
      return Teleport.read(Files.read(file.getFileSystem(conf), file)).stream()
          .map(teleport -> model.topic(size, teleport, warm.isPresent()))
          .toList();
    }

    private OutStrength strengths(Configuration conf, GraphDir graph, int first, int end)
        throws IOException {
      return strengths.isPresent()
          ? OutStrength.of(CheckpointFolder.open(conf, new Path(strengths.get())), first, end)
          : OutStrength.of(graph, first, end);
    }

    private Convergence convergence(int width, CheckpointFolder before) {
      return new Convergence(model.rule(), width, PageRank.SUMS, before.checkpoint().history());
    }
  }

  /** Some rows of new ranks and shares, page by page. */
  private abstract static class Rows extends KernelMapper {
    interface Row {
      /** Writes the ranks of page {@code v} into {@code row}. */
      void fill(int v, double[] row, double strength) throws IOException;
    }

    final List<Slice> write(Settings settings, int width, int first, int end, Row rows)
        throws IOException, InterruptedException {
      try (SliceWriter ranks = slice(RANK, width);
          SliceWriter shares = slice(SHARE, width)) {
        OutStrength strengths = null;
        double[] row = new double[width];
        for (int v = first; v < end; v++) {
          if ((v - first) % OutStrength.PIECE == 0) {
            int pieceEnd = (int) Math.min(end, (long) v + OutStrength.PIECE);
            strengths = settings.strengths(conf(), graph(), v, pieceEnd);
          }
          double strength = strengths.at(v);
          rows.fill(v, row, strength);
          ranks.write(row, 0, width);
          for (double rank : row) {
            shares.write(PageRank.share(rank, strength));
          }
          if (v % REPORTED_PAGES == 0) {
            progress();
          }
        }
        return List.of(ranks.finish(), shares.finish());
      }
    }
  }

  /** Makes a run's start vectors. */
  static final class Start extends Rows {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Settings settings = settings(Settings.class);
      List<PageRank> topics = settings.topics(conf(), graph().nodes());
      TopicSteps steps = TopicSteps.start(topics);
      try (WarmStart warm =
          settings.warm().isPresent()
              ? new WarmStart(conf(), settings.warm().get(), graph(), topics, first)
              : null) {
        List<Slice> slices =
            write(
                settings,
                topics.size(),
                first,
                end,
                (v, row, strength) -> {
                  steps.start(v, row);
                  if (warm != null) {
                    warm.replace(row);
                  }
                  steps.count(row, 0, strength);
                });
        report(0, slices, steps.sums());
      }
    }
  }

  /** One iteration: sums the shares of the pages that link to the rows' pages. */
  static final class Distributed extends Rows {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Settings settings = settings(Settings.class);
      CheckpointFolder before = from();
      Iteration last = before.checkpoint().last();
      List<PageRank> topics = settings.topics(conf(), graph().nodes());
      int width = topics.size();
      int[] active = settings.convergence(width, before).active();
      TopicSteps steps = TopicSteps.after(topics, active, last);
      double[] sums = sums();
      try (VectorReader old = before.reader(RANK, first)) {
        List<Slice> slices =
            write(
                settings,
                width,
                first,
                end,
                (v, row, strength) -> {
                  old.next(row);
                  steps.rank(v, sums, (v - first) * width, row, 0, strength);
                });
        report(last.number() + 1, slices, steps.sums());
      }
    }
  }

  /** The only task of a fused job: the whole graph in memory, up to k iterations. */
  static final class Fused extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Settings settings = settings(Settings.class);
      CheckpointFolder from = from();
      List<PageRank> topics = settings.topics(conf(), end);
      int width = topics.size();
      FusedPageRank run =
          new FusedPageRank(
              topics,
              InMemoryMatrix.load(
                  graph(), settings.model().rows(), settings.model().weighted(), this::progress),
              settings.strengths(conf(), graph(), 0, end),
              from.read(RANK),
              from.checkpoint().last());
      Convergence convergence = settings.convergence(width, from);
      List<Iteration> done =
          iterate(
              workers -> run.iterate(workers, convergence),
              history -> convergence.verdict().continues());
      List<Slice> slices = new ArrayList<>(write(RANK, run.ranks(), width));
      slices.addAll(write(SHARE, run.shares(), width));
      report(slices, done);
    }
  }

  /**
   * Sums the lists by which pages give rank. Run once, before the first iteration, if these are not
   * the graph's own out-degrees.
   */
  static final class Strengths extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Settings settings = settings(Settings.class);
      try (var lists =
              graph()
                  .read(
                      settings.model().rows().opposite(), settings.model().weighted(), first, end);
          SliceWriter sums = slice(OutStrength.VECTOR, 1)) {
        for (int v = lists.next(); v >= 0; v = lists.next()) {
          float[] weights = lists.weights();
          double sum = weights == null ? lists.degree() : 0;
          for (int j = 0; j < lists.degree() && weights != null; j++) {
            sum += weights[lists.weightsFrom() + j];
          }
          sums.write(sum);
          if (v % REPORTED_PAGES == 0) {
            progress();
          }
        }
        report(0, List.of(sums.finish()), List.<ExactSum>of());
      }
    }
  }
}
