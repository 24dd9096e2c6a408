package org.orbweaver.common.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;

/** The paths in a crawl directory; see the package for its layout. */
public final class CrawlDir {
  /** The crawl that a command works on, for code that has the settings only. */
  private static final String IN_USE = "orbweaver.internal.crawl.directory";

  private final Path root;
  private final FileSystem fs;

  private CrawlDir(Path root, FileSystem fs) {
    this.root = root;
    this.fs = fs;
  }

  /**
   * Opens an existing crawl directory; a path without a scheme is on the default file system.
   *
   * @throws OrbException (failed) if it is missing or its file system cannot be reached
   */
  public static CrawlDir open(Configuration conf, String dir) throws IOException {
    return at(conf, new Path(dir), false);
  }

  /** Opens a crawl directory, creating it if missing. */
  public static CrawlDir create(Configuration conf, String dir) throws IOException {
    return at(conf, new Path(dir), true);
  }

  /** The directory at a path, which need not exist. */
  static CrawlDir at(Configuration conf, String dir) throws IOException {
    Path root = new Path(dir);
    FileSystem fs = fileSystem(conf, root);
    return new CrawlDir(fs.makeQualified(root), fs);
  }

  /** Notes the crawl that a command works on; it need not exist. */
  public static void use(Configuration conf, String dir) throws IOException {
    conf.set(IN_USE, at(conf, dir).root.toString());
  }

  /** The directory that the command works on, if there is one and its file system is local. */
  public static Optional<java.nio.file.Path> localInUse(Configuration conf) {
    return Optional.ofNullable(conf.get(IN_USE))
        .map(root -> new Path(root).toUri())
        .filter(root -> "file".equals(root.getScheme()))
        .map(root -> java.nio.file.Path.of(root.getPath()));
  }

  /** True if the path has a crawl: a crawldb, by Orbweaver or Nutch. */
  public static boolean isCrawl(Configuration conf, String dir) throws IOException {
    CrawlDir crawl = at(conf, dir);
    return crawl.fs.exists(crawl.crawlDb());
  }

  private static FileSystem fileSystem(Configuration conf, Path dir) throws IOException {
    URI named = dir.toUri();
    if (named.getScheme() != null && named.getScheme().matches("(?i)https?")) {
      throw OrbException.usage("expected a crawl directory, got the URL '" + dir + "'");
    }
    ClusterProbe.requireFileSystem(
        conf, named.getScheme() == null ? FileSystem.getDefaultUri(conf) : named);
    return dir.getFileSystem(conf);
  }

  private static CrawlDir at(Configuration conf, Path dir, boolean make) throws IOException {
    FileSystem fs = fileSystem(conf, dir);
    Path root = fs.makeQualified(dir);
    try {
      if (!fs.getFileStatus(root).isDirectory()) {
        throw OrbException.failed("expected a crawl directory, got the file " + root);
      }
    } catch (FileNotFoundException e) {
      if (!make) {
        throw OrbException.failed(
            "no crawl directory " + root + " ('orb inject SEEDS DIR' creates one)", e);
      }
      if (!fs.mkdirs(root)) {
        // The local file system gives no reason.
        throw OrbException.failed(
            "cannot create " + root + ": permission denied, or a read-only file system");
      }
    }
    return new CrawlDir(root, fs);
  }

  public Path root() {
    return root;
  }

  public FileSystem fs() {
    return fs;
  }

  /** {@code DIR/crawldb/current}. */
  public Path crawlDb() {
    return new Path(root, "crawldb/current");
  }

  /** {@code DIR/linkdb/current}. */
  public Path linkDb() {
    return new Path(root, "linkdb/current");
  }

  /** {@code DIR/topics}, with the model that classifies pages by topic. */
  public Path topics() {
    return new Path(root, "topics");
  }

  /** The file in {@link #topics}. */
  public Path topicModel() {
    return new Path(topics(), "model");
  }

  /** {@code DIR/hosts/current}: facts about hosts, carried from round to round. */
  public Path hosts() {
    return new Path(root, "hosts/current");
  }

  /** {@code DIR/mazes}: see {@link Mazes}. */
  public Path mazes() {
    return new Path(root, "mazes");
  }

  public Path segments() {
    return new Path(root, "segments");
  }

  public Path graphs() {
    return new Path(root, "graph");
  }

  public Path pageRanks() {
    return new Path(root, "pagerank");
  }

  /**
   * {@code DIR/trustrank}: separate from PageRank, so that the newest PageRank is never a
   * TrustRank.
   */
  public Path trustRanks() {
    return new Path(root, "trustrank");
  }

  public Path hits() {
    return new Path(root, "hits");
  }

  public Path indexes() {
    return new Path(root, "index");
  }

  Path state() {
    return new Path(root, ".state");
  }

  Path settings() {
    return new Path(root, ".settings");
  }

  Path staging() {
    return new Path(root, ".staging");
  }

  Path lock() {
    return new Path(root, ".lock");
  }

  Path progress() {
    return new Path(root, ".progress");
  }

  /**
   * The segment of that name.
   *
   * @throws OrbException (failed) if there is none
   */
  public Path segment(String name) throws IOException {
    Path segment = new Path(segments(), name);
    if (!fs.exists(segment)) {
      throw OrbException.failed("no segment " + name + " in " + segments());
    }
    return segment;
  }

  /** All segments, oldest first. */
  public List<Path> segmentList() throws IOException {
    return timestamped(segments());
  }

  /**
   * The newest build in {@code parent}, by name; builds are published atomically. For the runs of a
   * ranking see {@link RankingRuns#newestPlain}.
   */
  public Optional<Path> latest(Path parent) throws IOException {
    List<Path> all = timestamped(parent);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /** All runs of a ranking, oldest first; see {@link RankingRuns}. */
  List<Path> runs(Path store) throws IOException {
    return timestamped(store);
  }

  private List<Path> timestamped(Path parent) throws IOException {
    List<Path> found = new ArrayList<>();
    for (FileStatus status : Files.list(fs, parent)) {
      Path path = status.getPath();
      boolean counts = status.isDirectory() && Timestamps.isName(path);
      if (counts && !(ObjectStore.is(fs) && ObjectStore.isPartial(fs, path))) {
        found.add(path);
      }
    }
    found.sort(Comparator.comparing(Path::getName));
    return found;
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
