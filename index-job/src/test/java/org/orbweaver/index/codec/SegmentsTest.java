package org.orbweaver.index.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;

class SegmentsTest {
  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      boolean isPlain = random.nextInt(4) > 0;
      text.append(isPlain ? "the same words " : Long.toString(random.nextLong(), 36));
    }
    return text.toString();
  }

  @Test
  void lucenesOwnCodecReadsWhatIsStored() throws IOException {
    Random random = new Random(4);
    List<String> texts = new ArrayList<>(List.of("", "a", text(random, 2_000_000)));
    for (int i = 0; i < 2000; i++) {
      texts.add(text(random, random.nextInt(2000)));
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(Segments.CODEC)
              .setMergePolicy(new LogDocMergePolicy()); // keeps the order
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (String text : texts) {
          Document document = new Document();
          document.add(new StoredField("text", text));
          writer.addDocument(document);
          if (random.nextInt(500) == 0) {
            writer.flush();
          }
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentReader segment = (SegmentReader) reader.leaves().get(0).reader();
        assertSame(Lucene912Codec.class, segment.getSegmentInfo().info.getCodec().getClass());
        for (int i = 0; i < texts.size(); i++) {
          assertEquals(texts.get(i), reader.storedFields().document(i).get("text"));
        }
      }
    }
  }
}
