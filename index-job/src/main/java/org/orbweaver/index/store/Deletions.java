package org.orbweaver.index.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.store.Files;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;

/**
 * The documents of older shards that a build hides: {@code deleted/<build>-shard-NNNNN} for each
 * shard that has any, a bit for each document from 0, as big-endian longs, the first document in
 * the lowest bit of the first. Shards themselves never change, so that several builds can share
 * them.
 */
public final class Deletions implements Closeable {
  private static final String FOLDER = "deleted";

  private final int shardsPerBuild;

  /** By their paths from the new build. */
  private final Map<String, Shard> shards = new LinkedHashMap<>();

  private Deletions(int shardsPerBuild) {
    this.shardsPerBuild = shardsPerBuild;
  }

  /** Hides a shard's deleted documents, if there are any; closing it closes the shard. */
  public static DirectoryReader apply(FileSystem fs, Path build, String shard, DirectoryReader all)
      throws IOException {
    FixedBitSet deleted = read(fs, build, shard, all.maxDoc());
    return deleted == null ? all : new Live(all, deleted);
  }

  /** Opens the shards of a build, to hide documents of them in a new build as well. */
  public static Deletions upon(Configuration conf, Path indexes, IndexMeta upon)
      throws IOException {
    Deletions deletions = new Deletions(upon.shardsPerBuild());
    Path older = new Path(indexes, upon.build());
    FileSystem fs = older.getFileSystem(conf);
    try {
      for (String name : upon.shards().keySet()) {
        deletions.shards.put(
            IndexMeta.pathOf(upon.build(), name), Shard.open(conf, fs, older, name));
      }
      return deletions;
    } catch (Throwable e) {
      IOUtils.closeWhileHandlingException(deletions);
      throw e;
    }
  }

  /**
   * Hides a page's document in the shards of a build.
   *
   * @return false if there is none
   */
  public boolean delete(String build, Text url) throws IOException {
    String shard = IndexMeta.shardName(IndexMeta.shardOf(url, shardsPerBuild));
    return shards.get(IndexMeta.pathOf(build, shard)).delete(url);
  }

  /**
   * Writes the sum of all deletions.
   *
   * @param build the new build
   * @return the number of deleted documents of each shard, by the shard's path from {@code build}
   */
  public Map<String, Long> write(Configuration conf, Path build) throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Map.Entry<String, Shard> shard : shards.entrySet()) {
      FixedBitSet bits = shard.getValue().deleted;
      long count = bits.cardinality();
      if (count > 0) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < FixedBitSet.bits2words(bits.length()); i++) {
          out.writeLong(bits.getBits()[i]);
        }
        Files.writeNew(conf, file(build, shard.getKey()), bytes.toByteArray());
        counts.put(shard.getKey(), count);
      }
    }
    return counts;
  }

  @Override
  public void close() throws IOException {
    for (Shard shard : shards.values()) {
      shard.reader.close();
    }
  }

  private static Path file(Path build, String shard) {
    return new Path(new Path(build, FOLDER), shard.replace("../", "").replace('/', '-'));
  }

  /** The deleted documents of a shard; null if there are none. */
  private static FixedBitSet read(FileSystem fs, Path build, String shard, int docs)
      throws IOException {
    Path file = file(build, shard);
    if (!shard.startsWith("../") || !fs.exists(file)) {
      return null;
    }
    byte[] bytes = Files.read(fs, file);
    long[] words = new long[FixedBitSet.bits2words(docs)];
    if (bytes.length != words.length * Long.BYTES) {
      throw new IOException(file + " does not fit its shard of " + docs + " documents");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    for (int i = 0; i < words.length; i++) {
      words[i] = in.readLong();
    }
    return new FixedBitSet(words, docs);
  }

  private record Shard(DirectoryReader reader, FixedBitSet deleted) {
    static Shard open(Configuration conf, FileSystem fs, Path build, String name)
        throws IOException {
      DirectoryReader reader =
          DirectoryReader.open(new StoreDirectory(conf, new Path(build, name)));
      FixedBitSet before = read(fs, build, name, reader.maxDoc());
      return new Shard(reader, before == null ? new FixedBitSet(reader.maxDoc()) : before);
    }

    boolean delete(Text url) throws IOException {
      BytesRef term = Documents.urlTerm(url.toString());
      for (LeafReaderContext leaf : reader.leaves()) {
        TermsEnum terms = leaf.reader().terms(IndexField.URL.fieldName()).iterator();
        if (terms.seekExact(term)) {
          PostingsEnum docs = terms.postings(null, PostingsEnum.NONE);
          while (docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            deleted.set(leaf.docBase + docs.docID());
          }
          return true;
        }
      }
      return false;
    }
  }

  private static final class Live extends FilterDirectoryReader {
    private final FixedBitSet deleted;

    Live(DirectoryReader all, FixedBitSet deleted) throws IOException {
      super(all, new Wrapper(deleted));
      this.deleted = deleted;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
      return new Live(other, deleted);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  /** Wraps a reader's leaves, in order. */
  private static final class Wrapper extends FilterDirectoryReader.SubReaderWrapper {
    private final FixedBitSet deleted;
    private int base;

    Wrapper(FixedBitSet deleted) {
      this.deleted = deleted;
    }

    @Override
    public LeafReader wrap(LeafReader leaf) {
      LeafReader live = new LiveLeaf(leaf, deleted, base);
      base += leaf.maxDoc();
      return live;
    }
  }

  private static final class LiveLeaf extends FilterLeafReader {
    private final FixedBitSet deleted;
    private final int base;
    private final int docs;

    LiveLeaf(LeafReader in, FixedBitSet deleted, int base) {
      super(in);
      this.deleted = deleted;
      this.base = base;
      int gone = 0;
      for (int doc = base; doc < base + in.maxDoc(); doc++) {
        gone += deleted.get(doc) ? 1 : 0;
      }
      docs = in.maxDoc() - gone;
    }

    @Override
    public int numDocs() {
      return docs;
    }

    @Override
    public Bits getLiveDocs() {
      return docs == maxDoc()
          ? null
          : new Bits() {
            @Override
            public boolean get(int doc) {
              return !deleted.get(base + doc);
            }

            @Override
            public int length() {
              return maxDoc();
            }
          };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
