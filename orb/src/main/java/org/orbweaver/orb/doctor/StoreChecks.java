package org.orbweaver.orb.doctor;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Writable;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.FSDirectory;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Json;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.runs.RankingRun;

/**
 * Whether a crawl's stores are whole. A look over them reads the indexes and the ends of files; a
 * deep one reads every record, and every byte against its checksum.
 */
final class StoreChecks {
  /** A look at a sequence file reads as much of its end. */
  private static final long END_BYTES = 1 << 20;

  private static final String ENDS = "indexes and the ends of files";

  private static final String RESTORE = "restore it from a backup";

  private final Configuration conf;
  private final CrawlDir dir;
  private final FileSystem fs;
  private final boolean deep;
  private final List<Finding> findings = new ArrayList<>();
  private long files;
  private long bytes;

  /** Of a crawl. */
  StoreChecks(Configuration conf, CrawlDir dir, boolean deep) {
    this.conf = conf;
    this.dir = dir;
    this.fs = dir.fs();
    this.deep = deep;
  }

  /** crawldb, linkdb and hosts: every part is there. */
  List<Finding> merged() throws IOException {
    numbered(dir.crawlDb(), RESTORE + ", or 'orb inject' the seeds into a new crawl");
    numbered(dir.linkDb(), RESTORE + ", or delete linkdb and run 'orb links' again");
    numbered(dir.hosts(), RESTORE + ", or delete hosts: robots.txt files are then requested again");
    return done("crawldb, linkdb and hosts are intact", ENDS);
  }

  /** The segments, whose parts need not be numbered without a gap. */
  List<Finding> segments() throws IOException {
    for (Path segment : dir.segmentList()) {
      String remedy =
          "restore the segment from a backup, or delete " + segment + " and lose what it fetched";
      for (FileStatus column : fs.listStatus(segment)) {
        if (column.isDirectory()) {
          parts(column.getPath(), remedy);
        }
      }
    }
    return done(Count.of(dir.segmentList().size(), "segment") + ", all intact", ENDS);
  }

  /** What is made from them: graphs, rankings, indexes. */
  List<Finding> derived() throws IOException {
    int runs = 0;
    for (Path parent : List.of(dir.graphs(), dir.pageRanks(), dir.trustRanks(), dir.hits())) {
      runs += runs(parent, "delete it and run its command again");
    }
    runs += runs(dir.indexes(), "delete it and run 'orb index' again");
    return done(
        runs == 0
            ? "no graph, ranking or index yet"
            : runs + " graphs, rankings and indexes, all intact",
        "their descriptions");
  }

  /**
   * What was found.
   *
   * @param seen what a look that is not deep has read
   */
  private List<Finding> done(String what, String seen) {
    if (findings.isEmpty()) {
      String read =
          files == 0
              ? "; read " + seen + " (--deep reads all)"
              : String.format(
                  Locale.ROOT, "; read all %,d files (%s)", files, MachineChecks.bytes(bytes));
      findings.add(Finding.ok(what + read));
    }
    return List.copyOf(findings);
  }

  private void broken(Path file, String why, String remedy) {
    findings.add(Finding.error(file + ": " + why, remedy));
  }

  /** Of a damaged part what was wrong with it: its name, and what to do, are said beside that. */
  private static String message(Throwable e) {
    if (e instanceof OrbException && e.getCause() != null) {
      return message(e.getCause());
    }
    String text = e.getMessage() == null ? Failure.reason(e) : e.getMessage();
    return text.lines().findFirst().orElse("").strip();
  }

  private void numbered(Path folder, String remedy) throws IOException {
    if (!fs.exists(folder)) {
      if (fs.exists(folder.getParent())) {
        broken(folder, "missing", remedy);
      }
      return;
    }
    List<Path> parts = Parts.of(fs, folder);
    if (parts.isEmpty()) {
      broken(folder, "no parts", remedy);
    }
    for (int i = 0; i < parts.size(); i++) {
      if (Parts.number(parts.get(i)) != i) {
        broken(new Path(folder, Parts.name(i)), "missing", remedy);
        break;
      }
    }
    parts(folder, remedy);
  }

  private void parts(Path folder, String remedy) throws IOException {
    for (Path part : Parts.of(fs, folder)) {
      try {
        if (fs.getFileStatus(part).isDirectory()) {
          SortedStore.check(conf, part);
          read(new Path(part, MapFile.INDEX_FILE_NAME));
        } else {
          long length = fs.getFileStatus(part).getLen();
          PartReader.checkEnd(conf, part, Math.max(0, length - END_BYTES));
        }
        read(part);
      } catch (IOException | RuntimeException e) {
        broken(part, message(e), remedy);
      }
    }
  }

  /** Reads every record, in a deep check. */
  private void read(Path file) throws IOException {
    if (!deep) {
      return;
    }
    files++;
    bytes += fs.getContentSummary(file).getLength();
    try (PartReader<Writable> reader = PartReader.ofAny(conf, file)) {
      while (reader.next()) {
        // Reading is the check.
      }
    }
  }

  private int runs(Path parent, String remedy) throws IOException {
    if (!fs.exists(parent)) {
      return 0;
    }
    int runs = 0;
    for (FileStatus run : fs.listStatus(parent)) {
      if (!run.isDirectory()) {
        continue;
      }
      runs++;
      Path meta = new Path(run.getPath(), "meta.json");
      try {
        Json.parse(new String(Files.read(fs, meta), StandardCharsets.UTF_8));
      } catch (IOException e) {
        broken(run.getPath(), "meta.json: " + message(e), remedy);
      }
      if (deep) {
        readAll(run.getPath(), remedy);
        sums(parent, run.getPath(), remedy);
      }
    }
    return runs;
  }

  /** Graphs and ranks have checksums of their own, which are copied with them. */
  private void sums(Path parent, Path run, String remedy) {
    try {
      if (parent.equals(dir.graphs())) {
        GraphDir.open(conf, run).verify();
      } else if (fs.exists(new Path(run, RankingRun.RANKS))) {
        CheckpointFolder.open(conf, new Path(run, RankingRun.RANKS)).verify();
      }
    } catch (IOException | RuntimeException e) {
      broken(run, message(e), remedy);
    }
  }

  /** Every file below a folder: the file system compares each block with its checksum. */
  private void readAll(Path folder, String remedy) throws IOException {
    boolean lucene = false;
    for (FileStatus status : fs.listStatus(folder)) {
      Path path = status.getPath();
      if (status.isDirectory()) {
        readAll(path, remedy);
        continue;
      }
      lucene |= path.getName().startsWith("segments_");
      files++;
      bytes += status.getLen();
      try (FSDataInputStream in = fs.open(path)) {
        long length = in.transferTo(OutputStream.nullOutputStream());
        if (length != status.getLen()) {
          throw new EOFException("ends after " + length + " of " + status.getLen() + " bytes");
        }
      } catch (IOException e) {
        broken(path, message(e), remedy);
      }
    }
    if (lucene && "file".equals(fs.getUri().getScheme())) {
      shard(folder, remedy);
    }
  }

  /** Lucene's files have checksums of their own. */
  private void shard(Path folder, String remedy) {
    try (FSDirectory files = FSDirectory.open(java.nio.file.Path.of(folder.toUri().getPath()));
        DirectoryReader reader = DirectoryReader.open(files)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        leaf.reader().checkIntegrity();
      }
    } catch (IOException | RuntimeException e) {
      broken(folder, message(e), remedy);
    }
  }
}
