package org.orbweaver.orb.doctor;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
import org.orbweaver.common.store.ChecksumList;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlInspection;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.trap.MazeFindings;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.runs.RankingRun;

/**
 * Checks that a crawl's stores are complete. The quick check compares the lengths of files with the
 * lists of checksums, and reads the indexes and the ends of files; the deep check reads every
 * record, and verifies every byte against its checksum.
 */
final class StoreChecks {
  /** The quick check reads this much of the end of a sequence file. */
  private static final long END_BYTES = 1 << 20;

  private static final String ENDS = "lengths, indexes and the ends of files";

  private static final String RESTORE = "restore it from a backup";

  private final Configuration conf;
  private final CrawlDir dir;
  private final FileSystem fs;
  private final boolean deep;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Path> unlisted = new ArrayList<>();
  private long files;
  private long bytes;

  /** Of a crawl. */
  StoreChecks(Configuration conf, CrawlDir dir, boolean deep) {
    this.conf = conf;
    this.dir = dir;
    this.fs = dir.fs();
    this.deep = deep;
  }

  /** The stores that each round rewrites: every part of crawldb, linkdb and hosts must exist. */
  List<Finding> merged() throws IOException {
    numbered(dir.crawlDb(), RESTORE + ", or 'orb inject' the seeds into a new crawl");
    numbered(dir.linkDb(), RESTORE + ", or delete linkdb and run 'orb links' again");
    numbered(dir.hosts(), RESTORE + ", or delete hosts: robots.txt files are then requested again");
    for (FileStatus store : Files.list(fs, new Path(dir.root(), "duplicates"))) {
      parts(store.getPath(), "delete duplicates: they are found anew");
    }
    if (fs.exists(dir.mazes())) {
      listed(dir.mazes(), "delete it: mazes are then found again");
    }
    if (fs.exists(dir.topics())) {
      listed(dir.topics(), "run 'orb topics' again");
    }
    return done("crawldb, linkdb and hosts are intact", ENDS, "the next round and 'orb links'");
  }

  /** The segments; the numbers of their parts may have gaps. */
  List<Finding> segments() throws IOException {
    for (Path segment : dir.segmentList()) {
      String remedy =
          "restore the segment from a backup, or delete " + segment + " and lose what it fetched";
      for (FileStatus column : fs.listStatus(segment)) {
        if (column.getPath().getName().equals(MazeFindings.FOLDER)) {
          listed(column.getPath(), remedy);
        } else if (column.isDirectory()) {
          parts(column.getPath(), remedy);
        }
      }
    }
    return done(
        Count.of(dir.segmentList().size(), "segment") + ", all intact",
        ENDS,
        "merging segments, as 'orb recrawl' does,");
  }

  /** The stores derived from them: graphs, rankings, indexes. */
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
        "lengths and their descriptions",
        "its command, run again,");
  }

  /**
   * The findings.
   *
   * @param seen the parts that a quick check has read
   * @param writer the command that writes missing lists of checksums
   */
  private List<Finding> done(String what, String seen, String writer) {
    if (findings.isEmpty()) {
      String read =
          !deep
              ? "; read " + seen + " (--deep reads all)"
              : String.format(
                  Locale.ROOT, "; read all %,d files (%s)", files, MachineChecks.bytes(bytes));
      findings.add(Finding.ok(what + read));
    }
    if (!unlisted.isEmpty()) {
      findings.add(
          Finding.note(
              Count.of(unlisted.size(), "folder")
                  + " without a list of checksums (written by Nutch or an earlier version): "
                  + unlisted.get(0)
                  + (unlisted.size() > 1 ? ", …" : ""),
              writer
                  + " writes one; until then a copy without Hadoop's .crc files is not verified"));
    }
    return List.copyOf(findings);
  }

  private void broken(Path file, String why, String remedy) {
    findings.add(Finding.error(file + ": " + why, remedy));
  }

  /** The fault of a damaged part, without its name and remedy, which the finding adds. */
  private static String message(Throwable e) {
    if (e instanceof OrbException && e.getCause() != null) {
      return message(e.getCause());
    }
    String text = e.getMessage() == null ? Failure.reason(e) : e.getMessage();
    return text.lines().findFirst().orElse("").strip();
  }

  private void numbered(Path folder, String remedy) throws IOException {
    if (!fs.exists(folder)) {
      if (fs.exists(folder.getParent()) && !isBeingPublished(folder)) {
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

  /** True if the last step was interrupted while it replaced the store. */
  private boolean isBeingPublished(Path store) throws IOException {
    try {
      return CrawlInspection.unfinished(dir, Steps.readHistory(dir)).contains(store);
    } catch (OrbException e) {
      return false; // the log is unreadable, which its own check reports
    }
  }

  private void parts(Path folder, String remedy) throws IOException {
    if (!listed(folder, remedy)) {
      return;
    }
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
    try (PartReader<Writable> reader = PartReader.ofAny(conf, file)) {
      while (reader.next()) {
        // Reading is the check.
      }
    }
  }

  /**
   * Compares a folder with its list of checksums, or its subfolders with theirs.
   *
   * @return true if nothing differs
   */
  private boolean listed(Path folder, String remedy) throws IOException {
    int before = findings.size();
    boolean any = false;
    try {
      Optional<ChecksumList> list = ChecksumList.of(fs, folder);
      if (list.isPresent()) {
        list.get().compare(deep, (file, how) -> broken(file, how, remedy)).forEach(this::count);
        return findings.size() == before;
      }
    } catch (IOException e) {
      broken(
          new Path(folder, ChecksumList.FILE),
          message(e),
          "restore it from a backup, or delete it if the files are good");
    }
    for (FileStatus child : fs.listStatus(folder)) {
      if (child.isDirectory()) {
        listed(child.getPath(), remedy);
      } else if (!child.getPath().getName().startsWith(".")) {
        any = true;
        count(child);
      }
    }
    if (any && findings.size() == before) {
      unlisted.add(folder);
    }
    return findings.size() == before;
  }

  private void count(FileStatus file) {
    files++;
    bytes += file.getLen();
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
      boolean intact = listed(run.getPath(), remedy);
      if (deep && intact && !fs.exists(new Path(run.getPath(), ChecksumList.FILE))) {
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

  /** Reads every file below a folder: the file system compares each block with its checksum. */
  private void readAll(Path folder, String remedy) throws IOException {
    boolean lucene = false;
    for (FileStatus status : fs.listStatus(folder)) {
      Path path = status.getPath();
      if (status.isDirectory()) {
        readAll(path, remedy);
        continue;
      }
      lucene |= path.getName().startsWith("segments_");
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
