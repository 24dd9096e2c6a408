package org.orbweaver.index.build;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.util.Version;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.index.eval.TrecFiles;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.shards.PageWriter;
import org.orbweaver.index.store.IndexMeta;

/**
 * Builds an index of a test collection in this process: a directory with one build of one shard,
 * searched like a crawl's index. A document is a page whose URL is its DOCNO, with its title, and
 * whose main content is all its text, the title included, as on a page that shows its title.
 */
public final class TrecIndex {
  private static final String SHARD = IndexMeta.shardName(0);

  private TrecIndex() {}

  /**
   * Builds the index; {@link TrecFiles#documents} lists the formats.
   *
   * @return its number of documents
   * @throws OrbException (failed) if a file cannot be read; nothing is published then
   */
  public static long build(Session session, List<java.nio.file.Path> files) throws IOException {
    CrawlDir dir = session.dir();
    if (!dir.fs().getScheme().equals("file")) {
      throw OrbException.failed("--trec builds on a local file system only, not at " + dir);
    }
    String build = Timestamps.next(dir.fs(), dir.indexes(), session.clock());
    Step step = session.steps().begin(IndexPhase.STEP, build);
    try {
      Path staged = step.staging("build");
      long docs = write(session, files, new File(new Path(staged, SHARD).toUri().getPath()));
      IndexMeta meta =
          new IndexMeta(
              IndexMeta.FORMAT,
              build,
              session.clock().instant().toString(),
              Version.LATEST.toString(),
              docs,
              Map.of(SHARD, docs),
              Map.of(),
              "trec",
              List.of(),
              Optional.empty(),
              Optional.empty(),
              Arrays.stream(IndexField.values()).map(IndexField::fieldName).toList(),
              Map.of());
      Files.writeNew(session.conf(), new Path(staged, IndexMeta.FILE), meta.toJson());
      step.publish(staged, new Path(dir.indexes(), build));
      step.commit(Map.of("docs", Long.toString(docs)));
      return docs;
    } catch (IOException | RuntimeException e) {
      IndexPhase.abort(step, e);
      throw e;
    }
  }

  private static long write(Session session, List<java.nio.file.Path> files, File folder)
      throws IOException {
    try (var shard = PageWriter.open(folder, session.conf())) {
      for (java.nio.file.Path file : files) {
        TrecFiles.documents(
            file,
            doc ->
                shard.add(
                    new Page(
                        doc.docno(),
                        Page.Content.of(doc.title(), doc.text(), "en"),
                        Page.Facts.NONE)));
      }
      return shard.docs();
    }
  }
}
