package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.webgraph.runs.Rankings;

/**
 * Removes graphs and PageRank runs that newer ones have replaced. Old indexes are removed when a
 * new one is built.
 */
final class OldBuilds {
  private static final String SCORES = "scores";

  private final Session session;
  private final CrawlDir dir;
  private final FileSystem fs;

  OldBuilds(Session session) {
    this.session = session;
    this.dir = session.dir();
    this.fs = dir.fs();
  }

  /**
   * Removes all but the newest.
   *
   * @param kept graphs, and as many runs; 0 for all
   * @return how many folders were removed
   */
  int remove(int kept) throws IOException {
    if (kept == 0) {
      return 0;
    }
    List<Path> old = new ArrayList<>(older(plainRuns(), kept));
    Set<String> named = graphsOfRankings(old);
    List<Path> graphs = children(dir.graphs());
    List<Path> builds = graphs.stream().filter(Timestamps::isName).toList();
    for (Path build : older(builds, kept)) {
      if (!named.contains(build.getName())) {
        // With the graphs of hosts and domains that were aggregated from it.
        graphs.stream().filter(g -> g.getName().startsWith(build.getName())).forEach(old::add);
      }
    }
    if (!old.isEmpty()) {
      Step step = session.steps().begin("tidy", "");
      old.forEach(step::remove);
      step.commit(
          Map.of("removed", String.join(",", old.stream().map(this::name).sorted().toList())));
    }
    return old.size();
  }

  private String name(Path folder) {
    return folder.getParent().getName() + "/" + folder.getName();
  }

  private static List<Path> older(List<Path> oldestFirst, int kept) {
    return oldestFirst.subList(0, Math.max(0, oldestFirst.size() - kept));
  }

  /** PageRank of pages; runs by topic or level have their scores elsewhere. */
  private List<Path> plainRuns() throws IOException {
    List<Path> plain = new ArrayList<>();
    for (Path run : children(dir.pageRanks())) {
      if (Timestamps.isName(run) && fs.exists(new Path(run, SCORES))) {
        plain.add(run);
      }
    }
    return plain;
  }

  /** The graphs that rankings were computed from, without those about to be removed. */
  private Set<String> graphsOfRankings(List<Path> removed) throws IOException {
    Set<String> graphs = new HashSet<>();
    for (Path store : List.of(dir.pageRanks(), dir.trustRanks(), dir.hits())) {
      for (Path run : children(store)) {
        if (!removed.contains(run)) {
          try {
            graphs.add(Rankings.readMeta(fs, run).getOrDefault("build", ""));
          } catch (OrbException e) {
            session.console().info(e.getMessage());
          }
        }
      }
    }
    return graphs;
  }

  private List<Path> children(Path folder) throws IOException {
    return Files.list(fs, folder).stream()
        .filter(FileStatus::isDirectory)
        .map(FileStatus::getPath)
        .filter(child -> !child.getName().startsWith("."))
        .sorted(Comparator.comparing(Path::getName))
        .toList();
  }
}
