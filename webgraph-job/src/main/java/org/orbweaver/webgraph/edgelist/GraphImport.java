package org.orbweaver.webgraph.edgelist;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.build.GraphPublisher;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Imports a graph from a link file, plain or gzip, as it is: equal links are merged, links of a
 * node to itself stay. Memory: about 24 bytes a link in this process. Not for graphs that do not
 * fit.
 */
public final class GraphImport {
  private final String file;
  private final Format format;
  private final int parts;

  /** What the lines of a link file mean. */
  public enum Format {
    /** Line i, from 0, holds the successors of node i; see {@link SuccessorLists}. */
    LISTS,
    /** A line holds a source and a target; see {@link Edges}. */
    EDGES;

    /** The format of that name. */
    public static Format of(String name) {
      return switch (name) {
        case "lists" -> LISTS;
        case "edges" -> EDGES;
        default ->
            throw OrbException.usage("--format " + name + ": not one of 'lists' and 'edges'");
      };
    }
  }

  /**
   * @param file a path; without a scheme on the default file system
   * @param parts of each direction; 0: by size
   */
  public GraphImport(String file, Format format, int parts) {
    this.file = file;
    this.format = format;
    this.parts = parts;
  }

  /**
   * Refuses a file that is not there, before anything is made.
   *
   * @throws OrbException (failed)
   */
  public void check(Configuration conf) throws IOException {
    Path path = new Path(file);
    FileSystem fs = path.getFileSystem(conf);
    if (!fs.exists(path)) {
      throw OrbException.failed("no link file " + fs.makeQualified(path));
    }
    if (fs.getFileStatus(path).isDirectory()) {
      throw OrbException.failed(fs.makeQualified(path) + " is a folder; a link file is wanted");
    }
  }

  /** Reads the file and publishes the graph. */
  public GraphPhase.Result run(Session session) throws IOException {
    GraphPublisher publisher = GraphPublisher.begin(session);
    GraphMeta meta;
    try {
      meta =
          read(session.conf())
              .parts(parts)
              .policy(Map.of("self", "keep"))
              .source(
                  Map.of(
                      "file",
                      new Path(file).getName(),
                      "format",
                      format.name().toLowerCase(Locale.ROOT)))
              .write(GraphDir.sink(session.dir().fs(), publisher.staged()));
    } catch (IOException | RuntimeException e) {
      publisher.abort();
      throw e;
    }
    return publisher.publish(meta);
  }

  private GraphBuilder read(Configuration conf) throws IOException {
    try (InputStream in = open(conf)) {
      ByteLines lines = new ByteLines(in, file);
      return format == Format.LISTS ? SuccessorLists.read(lines) : Edges.read(lines);
    } catch (EOFException | ZipException e) {
      throw OrbException.failed(file + ": a damaged gzip file: " + e.getMessage(), e);
    }
  }

  private InputStream open(Configuration conf) throws IOException {
    Path path = new Path(file);
    InputStream in;
    try {
      in = new BufferedInputStream(path.getFileSystem(conf).open(path), 1 << 16);
    } catch (FileNotFoundException e) {
      throw OrbException.failed("no link file " + path, e);
    }
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip ? new GZIPInputStream(in, 1 << 16) : in;
  }
}
