package org.orbweaver.webgraph.build.links;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineSequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.orbweaver.common.job.CombinedSplits;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Digests;

/**
 * The data files of all segments' {@code parse_data} and {@code crawl_fetch}. Small files share a
 * map task: a crawl has several a round.
 *
 * @param segments that have such files, oldest first
 * @param bytes on disk, compressed
 * @param mazes folder of the crawl's {@link Mazes}, which the graph leaves out
 * @param fingerprint of the mazes, and of the files' names, lengths and times: rewriting a file
 *     changes it
 */
public record SegmentInput(
    List<Path> files, List<String> segments, long bytes, Path mazes, String fingerprint) {
  /** In a job's configuration: the folder of the mazes. */
  static final String MAZES = "orbweaver.internal.graph.mazes";

  public static SegmentInput of(Configuration conf, CrawlDir dir) throws IOException {
    List<Path> files = new ArrayList<>();
    List<String> segments = new ArrayList<>();
    long bytes = 0;
    MessageDigest digest = Digests.of("SHA-256");
    for (Path segment : dir.segmentList()) {
      boolean any = false;
      for (String store : new String[] {"crawl_fetch", "parse_data"}) {
        for (Path part : Parts.of(dir.fs(), new Path(segment, store))) {
          Path file = dataFile(dir.fs(), part);
          files.add(file);
          FileStatus status = dir.fs().getFileStatus(file);
          bytes += status.getLen();
          digest.update(describe(segment, store, part, status));
          any = true;
        }
      }
      if (any) {
        segments.add(segment.getName());
      }
    }
    String mazes = Mazes.of(conf, dir.mazes()).fingerprint();
    digest.update(mazes.getBytes(StandardCharsets.UTF_8));
    return new SegmentInput(
        files, segments, bytes, dir.mazes(), HexFormat.of().formatHex(digest.digest()));
  }

  private static byte[] describe(Path segment, String store, Path part, FileStatus status) {
    return String.format(
            Locale.ROOT,
            "%s/%s/%s %d %d%n",
            segment.getName(),
            store,
            part.getName(),
            status.getLen(),
            status.getModificationTime())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Path dataFile(FileSystem fs, Path part) throws IOException {
    return fs.getFileStatus(part).isDirectory() ? new Path(part, MapFile.DATA_FILE_NAME) : part;
  }

  /** The segment of a data file: {@code …/SEGMENT/store/part/data}. */
  public static String segmentOf(Path file) {
    Path part = file.getName().equals(MapFile.DATA_FILE_NAME) ? file.getParent() : file;
    return part.getParent().getParent().getName();
  }

  public boolean isEmpty() {
    return files.isEmpty();
  }

  public void addTo(Job job) throws IOException {
    job.getConfiguration().set(MAZES, mazes.toString());
    job.setInputFormatClass(CombineSequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, files.toArray(new Path[0]));
    long split = CombinedSplits.targetBytes(job.getConfiguration(), bytes);
    FileInputFormat.setMaxInputSplitSize(job, split);
  }
}
