package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/** Stages a graph's files and publishes them as a build, as a whole or not at all. */
public record GraphPublisher(CrawlDir dir, String build, Step step) {
  /** Begins a build, named by the time. */
  public static GraphPublisher begin(Session session) throws IOException {
    CrawlDir dir = session.dir();
    String build = Timestamps.next(dir.fs(), dir.graphs(), session.clock());
    return new GraphPublisher(dir, build, session.steps().begin("graph", build));
  }

  /** Begins a graph of hosts or domains of that name. An existing one is replaced. */
  static GraphPublisher fold(Session session, String name) throws IOException {
    return new GraphPublisher(session.dir(), name, session.steps().begin("fold", name));
  }

  /** The folder that becomes the build. */
  public Path staged() {
    return step.staging("graph");
  }

  /** A folder for a job's output. */
  Path work(String name) {
    return step.staging(name);
  }

  /** Writes a graph's files. */
  @FunctionalInterface
  public interface Work {
    GraphMeta write() throws IOException;
  }

  /** Calls {@code work} to write the files, adds a missing {@code meta.json}, and publishes. */
  public GraphPhase.BuiltGraph publish(Work work) throws IOException {
    FileSystem fs = dir.fs();
    GraphMeta meta;
    try {
      meta = work.write();
    } catch (IOException | RuntimeException e) {
      step.abort();
      throw e;
    }
    Path file = new Path(staged(), GraphMeta.FILE);
    if (!fs.exists(file)) {
      try (OutputStream out = fs.create(file, false)) {
        out.write(meta.toBytes());
      }
    }
    Path target = new Path(dir.graphs(), build);
    if (fs.exists(target)) {
      step.replace(staged(), target);
    } else {
      step.publish(staged(), target);
    }
    step.commit(
        Map.of(
            "build", build,
            "nodes", Integer.toString(meta.nodes()),
            "arcs", Long.toString(meta.arcs())));
    return new GraphPhase.BuiltGraph(build, target, meta, true);
  }
}
