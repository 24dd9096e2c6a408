package org.orbweaver.webgraph.format;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.files.ByteSource;
import org.orbweaver.webgraph.format.files.GraphSink;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.lists.CsrGraph;
import org.orbweaver.webgraph.format.lists.ListReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * A graph on a Hadoop file system (or this machine). The only class of the format that knows
 * Hadoop.
 *
 * <p>Each file's length is compared with meta.json when it is opened, its checksum when it has been
 * read to the end. A dictionary is read by blocks; its checksum is compared only by {@link
 * #verify}.
 */
public record GraphDir(FileSystem fs, Path folder, GraphMeta meta) {
  /**
   * Opens a graph.
   *
   * @param folder {@code …/graph/<build>}
   * @throws OrbException if there is none, or its meta.json cannot be read
   */
  public static GraphDir open(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Path file = new Path(folder, GraphMeta.FILE);
    byte[] bytes;
    try (FSDataInputStream in = fs.open(file)) {
      bytes = in.readAllBytes();
    } catch (FileNotFoundException e) {
      throw OrbException.failed(folder + ": not a graph: " + GraphMeta.FILE + " is missing", e);
    }
    return new GraphDir(fs, folder, GraphMeta.parse(bytes, file.toString()));
  }

  /**
   * Opens a graph of pages, hosts or domains.
   *
   * @param build the folder of the graph of pages
   * @throws OrbException if there is none, or its meta.json cannot be read
   */
  public static GraphDir open(Configuration conf, Path build, GraphLevel level) throws IOException {
    Path folder = folder(build, level);
    if (level != GraphLevel.PAGE && !folder.getFileSystem(conf).exists(folder)) {
      throw OrbException.failed(
          "no graph " + folder + " ('orb graph DIR --level " + level + "' builds it)");
    }
    return open(conf, folder);
  }

  /**
   * The folder of a crawl's graph of pages.
   *
   * @param build its name; the newest if empty
   * @throws OrbException (failed) if there is none
   */
  public static Path build(CrawlDir crawl, Optional<String> build) throws IOException {
    if (build.isPresent()) {
      return new Path(crawl.graphs(), build.get());
    }
    return crawl
        .latest(crawl.graphs())
        .orElseThrow(
            () ->
                OrbException.failed(
                    "no graph in " + crawl.graphs() + " ('orb graph DIR' creates one)"));
  }

  /** The path of the graph of a level: beside that of the pages. */
  public static Path folder(Path build, GraphLevel level) {
    return new Path(build.getParent(), build.getName() + level.suffix());
  }

  /** A folder to write a graph to. */
  public static GraphSink sink(FileSystem fs, Path folder) {
    return file -> fs.create(new Path(folder, file), false);
  }

  public int nodes() {
    return meta.nodes();
  }

  public long arcs() {
    return meta.arcs();
  }

  /** The lists of all nodes, without weights. */
  public AdjacencyReader read(Direction direction) throws IOException {
    return read(direction, false);
  }

  /**
   * The lists of all nodes.
   *
   * @param weights true to read the links' weights, if the graph has them
   */
  public AdjacencyReader read(Direction direction, boolean weights) throws IOException {
    return read(direction, weights, 0, nodes());
  }

  /** Receives a node's list. */
  @FunctionalInterface
  public interface ListVisitor {
    /** Called once a node, in the order of ids; {@code list} is valid until the call returns. */
    void visit(int node, AdjacencyReader list) throws IOException;
  }

  /**
   * Visits the lists of all nodes.
   *
   * @param weights true to read the links' weights, if the graph has them
   */
  public void forEach(Direction direction, boolean weights, ListVisitor visitor)
      throws IOException {
    try (AdjacencyReader reader = read(direction, weights)) {
      for (int node = reader.next(); node >= 0; node = reader.next()) {
        visitor.visit(node, reader);
      }
    }
  }

  /** One direction in memory, without weights. */
  public CsrGraph load(Direction direction) throws IOException {
    CsrGraph.Builder rows = new CsrGraph.Builder(nodes(), arcs());
    forEach(direction, false, (node, list) -> rows.add(list.neighbours(), list.degree()));
    return rows.build();
  }

  /** The lists of the nodes {@code [first, end)}. */
  public AdjacencyReader read(Direction direction, boolean weights, int first, int end)
      throws IOException {
    return new AdjacencyReader(chunks(direction, weights, first, end), first);
  }

  /** The same lists in coded form, for callers that decode them themselves. */
  public ListReader chunks(Direction direction, boolean weights, int first, int end) {
    return new ListReader(
        direction.parts(meta), meta.weighted(), part -> source(part, true), weights, first, end);
  }

  /**
   * A file with random access.
   *
   * @param onwards true if it is mostly read forwards
   */
  private ByteSource source(GraphMeta.Part part, boolean onwards) throws IOException {
    FSDataInputStream in = openFile(part);
    return new ByteSource() {
      @Override
      public String name() {
        return path(part).toString();
      }

      @Override
      public long length() {
        return part.bytes();
      }

      @Override
      public void readFully(long position, byte[] into, int offset, int length) throws IOException {
        if (onwards) {
          in.seek(position);
          in.readFully(into, offset, length);
        } else {
          in.readFully(position, into, offset, length);
        }
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }

  /** True if links have weights; if not, each counts as 1. */
  public boolean isWeighted() {
    return meta.weighted();
  }

  /** The successors of one node; reads its block. */
  public int[] successors(int node) throws IOException {
    return neighbours(Direction.OUT, node);
  }

  /** The predecessors of one node; reads its block. */
  public int[] predecessors(int node) throws IOException {
    return neighbours(Direction.IN, node);
  }

  private int[] neighbours(Direction direction, int node) throws IOException {
    try (AdjacencyReader reader = read(direction)) {
      reader.moveTo(node);
      return reader.copyOfNeighbours();
    }
  }

  /** Receives the degrees of consecutive nodes. */
  @FunctionalInterface
  public interface DegreeVisitor {
    /** Called once a node, in the order of ids. */
    void visit(int node, int degree);
  }

  /**
   * Visits the out-degrees of the nodes {@code [from, to)}. Files with some of them are read whole,
   * so that their checksums are compared.
   */
  public void outDegrees(int from, int to, DegreeVisitor visitor) throws IOException {
    for (GraphMeta.Part part : meta.outdeg()) {
      if (part.first() < to && part.end() > from) {
        readWhole(
            part,
            in -> {
              for (int v = part.first(); v < part.end(); v++) {
                int degree = in.readInt();
                if (v >= from && v < to) {
                  visitor.visit(v, degree);
                }
              }
            });
      }
    }
  }

  private interface FileVisitor {
    void visit(DataInputStream in) throws IOException;
  }

  /**
   * Reads a file to its end, even if the visitor does not, and compares its length and checksum.
   */
  private void readWhole(GraphMeta.Part part, FileVisitor visitor) throws IOException {
    CheckedInputStream checked = new CheckedInputStream(openFile(part), new CRC32C());
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(checked, 1 << 16))) {
      visitor.visit(in);
      in.transferTo(OutputStream.nullOutputStream());
    } catch (EOFException e) {
      throw OrbException.failed(path(part) + ": truncated; build the graph again", e);
    }
    String sum = String.format(Locale.ROOT, "%08x", checked.getChecksum().getValue());
    if (!sum.equals(part.crc32c())) {
      throw OrbException.failed(
          path(part)
              + ": corrupt: its checksum is "
              + sum
              + ", meta.json says "
              + part.crc32c()
              + "; build the graph again");
    }
  }

  /** The nodes' names. */
  public NodeNames names() {
    return new NodeNames(meta, part -> source(part, false));
  }

  /**
   * Reads all files and compares their checksums.
   *
   * @throws OrbException naming the first file that differs
   */
  public void verify() throws IOException {
    for (List<GraphMeta.Part> parts : List.of(meta.ids(), meta.out(), meta.in(), meta.outdeg())) {
      for (GraphMeta.Part part : parts) {
        readWhole(part, in -> {});
      }
    }
  }

  private FSDataInputStream openFile(GraphMeta.Part part) throws IOException {
    Path path = path(part);
    try {
      long length = fs.getFileStatus(path).getLen();
      if (length != part.bytes()) {
        throw OrbException.failed(
            path
                + (length < part.bytes() ? ": truncated at byte " : ": too long: ends at byte ")
                + length
                + ", meta.json says "
                + part.bytes()
                + "; build the graph again");
      }
      return fs.open(path);
    } catch (FileNotFoundException e) {
      throw OrbException.failed(path + ": missing; build the graph again", e);
    }
  }

  /** The path of a file. */
  public Path path(GraphMeta.Part part) {
    return new Path(folder, part.file());
  }
}
