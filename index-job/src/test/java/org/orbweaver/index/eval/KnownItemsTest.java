package org.orbweaver.index.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.eval.KnownItems.QuerySource;
import org.orbweaver.index.query.QueryTopics;
import org.orbweaver.index.query.Synonyms;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Scoring;

class KnownItemsTest {
  private final Analysis.ByLanguage analyzer = new Analysis.ByLanguage();

  private void add(IndexWriter writer, String url, String group, String title, String anchor)
      throws IOException {
    Page.Facts facts =
        new Page.Facts(0, "", group, false, List.of(new Anchor(anchor, 1)), 1, 0, 0, 0, List.of());
    writer.addDocument(
        new Documents(9).document(new Page(url, Page.Content.of(title, "text", "en"), facts)));
  }

  @Test
  void drawsWhatNamesOneLivePageAndCanBeAsked() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      analyzer.language("en");
      IndexWriterConfig config =
          new IndexWriterConfig(analyzer)
              .setSimilarity(new Scoring())
              .setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        add(writer, "http://a/old", "", "Zebra", "striped horse");
        add(writer, "http://a/b", "g", "Giraffe", "long neck");
        writer.deleteDocuments(new Term(IndexField.URL.fieldName(), "http://a/old"));
        writer.commit();
        // The text of a reindexed page, which the old document has, too.
        add(writer, "http://a/new", "", "Okapi", "striped horse");
        add(writer, "http://a/c", "g", "Giraffe", "long neck");
        add(writer, "http://a/d", "", "Gnu", "again");
        add(writer, "http://a/e", "", "Gnu", "many " + "words ".repeat(1000));
        add(writer, "http://a/f", "", "many " + "words ".repeat(1000), "alone");
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        KnownItems items =
            new KnownItems(
                reader,
                QueryTopics.NONE,
                Synonyms.NONE,
                9,
                9,
                1,
                List.of(
                    "# a comment",
                    "neck\thttp://a/absent\thttp://a/c",
                    "horse\thttp://a/d",
                    "gone\thttp://a/old"));
        assertEquals(2, items.count(QuerySource.TITLES), "okapi, giraffe");
        assertEquals(1, items.count(QuerySource.SHARED_TITLES), "gnu");
        assertEquals(3, items.count(QuerySource.LINKS), "striped horse, again, alone");
        assertEquals(2, items.count(QuerySource.JUDGED), "neck, horse");
        for (QuerySource titles : List.of(QuerySource.TITLES, QuerySource.SHARED_TITLES)) {
          assertEquals(1, items.ask(Weights.DEFAULT, titles, 0, 1).first());
        }
        assertEquals(
            List.of("0\thorse\thttp://a/d"), items.misses(Weights.DEFAULT, QuerySource.JUDGED));
        // No page has the text of its links in any other place.
        assertEquals(
            List.of(
                "0\tagain\thttp://a/d", "0\talone\thttp://a/f", "0\tstriped horse\thttp://a/new"),
            items.misses(Weights.DEFAULT, QuerySource.LINKS).stream().sorted().toList());
        for (LeafReaderContext leaf : reader.leaves()) {
          assertEquals(1, leaf.reader().getRefCount(), "what hides an anchor is closed");
        }
        assertEquals(1, reader.getRefCount());
      }
    }
  }
}
