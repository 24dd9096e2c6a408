package org.orbweaver.webgraph.format;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;

/**
 * A graph that lies on a Hadoop file system (or this machine): the one class of this package that
 * knows Hadoop.
 *
 * <p>Each file's length is compared with meta.json when it is opened, its checksum when it has been
 * read to the end. A dictionary is read by blocks, and its checksum is compared by {@link #verify}
 * only.
 */
public final class GraphDir {
  private final FileSystem fs;
  private final Path folder;
  private final GraphMeta meta;

  private GraphDir(FileSystem fs, Path folder, GraphMeta meta) {
    this.fs = fs;
    this.folder = folder;
    this.meta = meta;
  }

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

  /** Where the graph of a level lies: beside that of the pages. */
  public static Path folder(Path build, GraphLevel level) {
    return new Path(build.getParent(), build.getName() + level.suffix());
  }

  /** A folder to write a graph to. */
  public static GraphSink sink(FileSystem fs, Path folder) {
    return file -> fs.create(new Path(folder, file), false);
  }

  public GraphMeta meta() {
    return meta;
  }

  public Path folder() {
    return folder;
  }

  public int nodes() {
    return meta.nodes();
  }

  public long arcs() {
    return meta.arcs();
  }

  /** The successors of the nodes of partition p of {@link GraphMeta#out}. */
  public AdjacencyReader out(int p) throws IOException {
    return reader(meta.out().get(p));
  }

  /** The predecessors of the nodes of partition p of {@link GraphMeta#in}. */
  public AdjacencyReader in(int p) throws IOException {
    return reader(meta.in().get(p));
  }

  private AdjacencyReader reader(GraphMeta.Part part) throws IOException {
    return new AdjacencyReader(
        stream(part), path(part).toString(), part.first(), part.count(), meta.nodes());
  }

  /** As {@link #out}, with the partition in memory. */
  public AdjacencyReader outInMemory(int p) throws IOException {
    GraphMeta.Part part = meta.out().get(p);
    return inMemory(part, bytes(part));
  }

  /** As {@link #in}, with the partition in memory. */
  public AdjacencyReader inInMemory(int p) throws IOException {
    GraphMeta.Part part = meta.in().get(p);
    return inMemory(part, bytes(part));
  }

  /** Whether links have weights; where not, each is as good as 1. */
  public boolean isWeighted() {
    return meta.isWeighted();
  }

  /** The weights of the links of {@link #out}(p), in their order; of a weighted graph only. */
  public WeightReader outWeights(int p) throws IOException {
    return weightReader(meta.outWeights().get(p));
  }

  /** The weights of the links of {@link #in}(p), in their order; of a weighted graph only. */
  public WeightReader inWeights(int p) throws IOException {
    return weightReader(meta.inWeights().get(p));
  }

  private WeightReader weightReader(GraphMeta.Part part) throws IOException {
    return new WeightReader(stream(part), path(part).toString());
  }

  /** Reads weights from their file's {@link #bytes}: for those who go over them many times. */
  public WeightReader weightsInMemory(GraphMeta.Part part, byte[] bytes) {
    return new WeightReader(bytes, path(part).toString());
  }

  /** Reads a partition from its bytes: for those who go over it many times. */
  public AdjacencyReader inMemory(GraphMeta.Part part, byte[] bytes) {
    return new AdjacencyReader(
        bytes, path(part).toString(), part.first(), part.count(), meta.nodes());
  }

  /** The successors of one node; reads its partition up to it. */
  public int[] successors(int node) throws IOException {
    return neighbours(meta.out(), node);
  }

  /** The predecessors of one node; reads its partition up to it. */
  public int[] predecessors(int node) throws IOException {
    return neighbours(meta.in(), node);
  }

  private int[] neighbours(List<GraphMeta.Part> parts, int node) throws IOException {
    for (GraphMeta.Part part : parts) {
      if (node >= part.first() && node < part.end()) {
        try (AdjacencyReader reader = reader(part)) {
          int at = reader.next();
          while (at < node) {
            at = reader.next();
          }
          return reader.copyOfNeighbours();
        }
      }
    }
    throw new IndexOutOfBoundsException("node " + node + " of " + meta.nodes());
  }

  /** The whole of a file, checked. */
  public byte[] bytes(GraphMeta.Part part) throws IOException {
    if (part.bytes() > Integer.MAX_VALUE - 8) {
      throw OrbException.failed(
          path(part) + ": " + part.bytes() + " bytes exceed the maximum array size");
    }
    byte[] bytes = new byte[(int) part.bytes()];
    try (InputStream in = stream(part)) {
      int n = in.readNBytes(bytes, 0, bytes.length);
      VerifiedInputStream.checkLength(path(part).toString(), part, n);
      if (in.read() >= 0) {
        throw OrbException.failed(path(part) + ": too long; build the graph again");
      }
    }
    return bytes;
  }

  /** A file as a stream that compares length and checksum at its end. */
  public InputStream stream(GraphMeta.Part part) throws IOException {
    FSDataInputStream in = openFile(part);
    return new VerifiedInputStream(in, path(part).toString(), part);
  }

  /** The out-degrees of the nodes from {@code from} to {@code to} - 1. */
  public int[] outDegrees(int from, int to) throws IOException {
    int[] degrees = new int[to - from];
    for (GraphMeta.Part part : meta.outDegrees()) {
      int first = Math.max(from, part.first());
      int end = Math.min(to, part.end());
      if (first < end) {
        readDegrees(part, first, end, degrees, first - from);
      }
    }
    return degrees;
  }

  private void readDegrees(GraphMeta.Part part, int first, int end, int[] into, int at)
      throws IOException {
    if (first == part.first() && end == part.end()) {
      try (InputStream in = stream(part)) {
        copyDegrees(in, part, end - first, into, at);
        in.read();
      }
      return;
    }
    try (FSDataInputStream in = openFile(part)) {
      in.seek(4L * (first - part.first()));
      copyDegrees(in, part, end - first, into, at);
    }
  }

  private void copyDegrees(InputStream in, GraphMeta.Part part, int count, int[] into, int at)
      throws IOException {
    byte[] chunk = new byte[1 << 16];
    for (int done = 0; done < count; ) {
      int wanted = Math.min(chunk.length / 4, count - done);
      if (in.readNBytes(chunk, 0, 4 * wanted) < 4 * wanted) {
        throw OrbException.failed(path(part) + ": truncated; build the graph again");
      }
      ByteBuffer.wrap(chunk).asIntBuffer().get(into, at + done, wanted);
      done += wanted;
    }
  }

  /** The nodes' names. */
  public NodeNames names() {
    return new NodeNames(meta, this::dictionary);
  }

  private UrlDictionaryReader dictionary(GraphMeta.Part part) throws IOException {
    FSDataInputStream in = openFile(part);
    return new UrlDictionaryReader(
        new ByteSource() {
          @Override
          public long length() {
            return part.bytes();
          }

          @Override
          public void readFully(long position, byte[] into, int offset, int length)
              throws IOException {
            in.readFully(position, into, offset, length);
          }

          @Override
          public void close() throws IOException {
            in.close();
          }
        },
        path(part).toString());
  }

  /**
   * Reads all files and compares their checksums.
   *
   * @throws OrbException that names the first file that is not as it was written
   */
  public void verify() throws IOException {
    byte[] chunk = new byte[1 << 16];
    for (List<GraphMeta.Part> parts :
        List.of(
            meta.ids(),
            meta.out(),
            meta.in(),
            meta.outDegrees(),
            meta.outWeights(),
            meta.inWeights())) {
      for (GraphMeta.Part part : parts) {
        CRC32C crc = new CRC32C();
        long length = 0;
        try (FSDataInputStream in = openFile(part)) {
          for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            crc.update(chunk, 0, n);
            length += n;
          }
        }
        VerifiedInputStream.check(path(part).toString(), part, length, crc);
      }
    }
  }

  private FSDataInputStream openFile(GraphMeta.Part part) throws IOException {
    Path path = path(part);
    try {
      VerifiedInputStream.checkLength(path.toString(), part, fs.getFileStatus(path).getLen());
      return fs.open(path);
    } catch (FileNotFoundException e) {
      throw OrbException.failed(path + ": missing; build the graph again", e);
    }
  }

  /** Where a file lies. */
  public Path path(GraphMeta.Part part) {
    return new Path(folder, part.file());
  }
}
