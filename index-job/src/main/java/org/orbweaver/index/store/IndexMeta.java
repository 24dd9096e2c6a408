package org.orbweaver.index.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.PageFields;

/**
 * The metadata of an index, its parts and its inputs: {@code index/<build>/meta.json}, one JSON
 * object.
 *
 * @param format of this file
 * @param build its name
 * @param created time of creation, ISO 8601 in UTC
 * @param lucene version of Lucene that wrote it
 * @param docs documents, without hidden ones
 * @param shards path, from the build's folder, and number of documents of each shard; an
 *     incremental build has those of older builds among them, as {@code
 *     ../20260101000000/shard-00000}
 * @param deleted number of hidden documents, by shard; see {@link Deletions}
 * @param settings the settings that all documents of an index must share
 * @param segments the segments read, oldest first
 * @param pagerank the PageRank run used
 * @param topics the PageRank run by topic used; the build then has the {@linkplain
 *     TopicPageRank#model model}
 * @param fields names of the fields
 * @param counters the job's counts, the names of {@code IndexCounter} in lower case
 */
public record IndexMeta(
    int format,
    String build,
    String created,
    String lucene,
    long docs,
    Map<String, Long> shards,
    Map<String, Long> deleted,
    String settings,
    List<String> segments,
    Optional<String> pagerank,
    Optional<String> topics,
    List<String> fields,
    Map<String, Long> counters) {

  /** The file's name beside the shards. */
  public static final String FILE = "meta.json";

  private static final String OTHER = "../";

  /** The current format. */
  public static final int FORMAT = 2;

  /** Checks the values that readers depend on. */
  public IndexMeta {
    if (format != FORMAT) {
      throw new IllegalArgumentException("format " + format + " is unknown");
    }
    if (shards.isEmpty()) {
      throw new IllegalArgumentException("there are no shards");
    }
  }

  /** The name of a shard in the build that wrote it. */
  public static String shardName(int number) {
    return String.format(Locale.ROOT, "shard-%05d", number);
  }

  /** The shard of a URL: Text's hash modulo shards, as HashPartitioner does for the crawldb. */
  public static int shardOf(Text url, int shards) {
    return (url.hashCode() & Integer.MAX_VALUE) % shards;
  }

  /** The path of a build's shard, relative to the folder of any other build. */
  public static String pathOf(String build, String shard) {
    return shard.startsWith(OTHER) ? shard : OTHER + build + "/" + shard;
  }

  /** The name of a shard, {@code <build>/shard-NNNNN}. */
  public String nameOf(String shard) {
    return pathOf(build, shard).substring(OTHER.length());
  }

  /** The names of the fields that sites and plugins name; see {@link PageFields}. */
  public Set<String> pageFields() {
    Set<String> names = new TreeSet<>(fields);
    IndexField.names().forEach(names::remove);
    return names;
  }

  /** The builds whose shards this one uses. */
  public Set<String> builds() {
    Set<String> builds = new TreeSet<>();
    shards.keySet().forEach(shard -> builds.add(nameOf(shard).split("/", 2)[0]));
    return builds;
  }

  /** The number of shards over which the documents of a build are spread. */
  int shardsPerBuild() {
    return shards.size() / builds().size();
  }

  /** The content of {@value #FILE}. */
  public byte[] toJson() {
    return (Json.line(this) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the metadata of a build.
   *
   * @throws OrbException (failed) if it is missing, unreadable or of a later format
   */
  public static IndexMeta read(FileSystem fs, Path build) throws IOException {
    Path file = new Path(build, FILE);
    try {
      String text = new String(Files.read(fs, file), StandardCharsets.UTF_8);
      return Json.parse(text, IndexMeta.class);
    } catch (FileNotFoundException e) {
      throw OrbException.failed("no " + FILE + " in " + build + ": not an Orbweaver index", e);
    } catch (IOException e) {
      throw OrbException.failed(
          file + " cannot be read (" + e.getMessage() + "); build the index again, or restore it",
          e);
    }
  }
}
