package org.orbweaver.index;

import java.util.List;
import org.orbweaver.common.conf.Key;

/** Configuration keys of indexing and search. */
public final class IndexKeys {
  public static final Key<Integer> SHARDS =
      Key.ofInt(
          "orbweaver.index.shards",
          2,
          "Lucene shards of an index, and reducers that write them. Results do not depend on it.");

  public static final Key<Integer> BODY_MAX_CHARS =
      Key.ofInt(
          "orbweaver.index.body.max.chars",
          1_000_000,
          "How much of a page's text is indexed, in characters.");

  public static final Key<Integer> STORED_MAX_CHARS =
      Key.ofInt(
          "orbweaver.index.stored.max.chars",
          100_000,
          "How much of a page's text is stored for snippets, in characters.");

  public static final Key<Long> BUFFER_BYTES =
      Key.ofLong(
          "orbweaver.index.buffer.bytes",
          128L << 20,
          "Memory in which a reducer gathers documents before it writes a Lucene segment; at most a"
              + " quarter of its heap is taken.");

  public static final Key<Integer> BUILDS_KEPT =
      Key.ofInt(
          "orbweaver.index.builds.kept",
          3,
          "Index builds kept, the newest included; older ones are removed after a new one is"
              + " published. 0 keeps all.");

  public static final Key<Float> STATIC_WEIGHT =
      Key.ofFloat(
          "orbweaver.search.pagerank.weight",
          2f,
          "Most that a page's PageRank adds to its score; a page of geometric-mean rank gets half"
              + " of it. 0 leaves PageRank out.");

  public static final Key<String> CACHE_DIR =
      Key.ofString(
          "orbweaver.search.cache.dir",
          "",
          "Local folder to which shards on a remote file system are copied before they are"
              + " searched. Empty: a folder of the user's own in the system's temporary folder.");

  private IndexKeys() {}

  /** All keys of this module. */
  public static List<Key<?>> all() {
    return List.of(
        SHARDS,
        BODY_MAX_CHARS,
        STORED_MAX_CHARS,
        BUFFER_BYTES,
        BUILDS_KEPT,
        STATIC_WEIGHT,
        CACHE_DIR);
  }
}
