package org.orbweaver.index.shards;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.NoLockFactory;
import org.orbweaver.index.codec.Segments;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Scoring;

/**
 * Writes pages into a Lucene index in a local folder.
 *
 * <p>One thread, merges of neighbours only and in place: documents keep their order. There is no
 * final merge into one segment, which would write everything a second time; a shard ends with at
 * most about ten segments, or with one if all fits the buffer.
 *
 * <p>Memory: the buffer, and about 10 MB more while segments merge.
 */
public final class PageWriter implements ShardOutputFormat.ShardWriter<Page> {
  private final Directory directory;
  private final IndexWriter writer;
  private final Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
  private final Documents documents;
  private int docs;
  private boolean failed;

  /** Opens a writer with the configured memory, at most a quarter of the heap. */
  public static PageWriter open(File folder, Configuration conf) throws IOException {
    long buffer = Math.min(IndexKeys.BUFFER_BYTES.get(conf), Runtime.getRuntime().maxMemory() / 4);
    return new PageWriter(folder, buffer, IndexKeys.STORED_MAX_CHARS.get(conf));
  }

  /**
   * @param folder created if missing; an index in it is replaced
   * @param bufferBytes memory for documents before they become a segment
   * @param storedChars how much of a body is stored
   */
  PageWriter(File folder, long bufferBytes, int storedChars) throws IOException {
    // Each attempt has its own folder, and a lock file would be published with the shard.
    directory = FSDirectory.open(folder.toPath(), NoLockFactory.INSTANCE);
    documents = new Documents(storedChars);
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    config.setSimilarity(new Scoring());
    config.setCodec(Segments.CODEC);
    config.setRAMBufferSizeMB(bufferBytes / 1048576.0);
    config.setMergePolicy(new LogByteSizeMergePolicy());
    config.setMergeScheduler(new SerialMergeScheduler());
    config.setUseCompoundFile(false);
    writer = new IndexWriter(directory, config);
  }

  @Override
  public void add(Page page) throws IOException {
    failed = true;
    analyzer.language(page.content().lang());
    writer.addDocument(documents.document(page));
    failed = false;
    docs++;
  }

  @Override
  public int docs() {
    return docs;
  }

  /** Commits and closes; after a page that could not be added, drops everything instead. */
  @Override
  public void close() throws IOException {
    try (directory) {
      if (failed) {
        writer.rollback();
      } else {
        writer.close();
      }
    }
  }
}
