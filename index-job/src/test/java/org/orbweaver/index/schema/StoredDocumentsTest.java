package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.MMapDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredDocumentsTest {
  private static final int DOCS = 40;

  @TempDir Path folder;

  @Test
  void damageIsACheckedErrorWhateverLuceneThrows() throws IOException {
    Random random = new Random(4);
    IndexWriterConfig config = new IndexWriterConfig().setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(new MMapDirectory(folder), config)) {
      for (int i = 0; i < DOCS; i++) {
        Document page = new Document();
        page.add(new StoredField("url", "http://a.org/" + i));
        page.add(new StoredField("main", Long.toString(random.nextLong()).repeat(3)));
        page.add(new StoredField("date", random.nextLong()));
        writer.addDocument(page);
      }
    }
    Path file;
    try (var files = Files.list(folder)) {
      file = files.filter(each -> each.toString().endsWith(".fdt")).findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    int damaged = 0;
    // After the header, which is checked when the file is opened, and before the checksum.
    for (int at = 60; at < whole.length - 16; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, bytes);
      try (DirectoryReader reader = DirectoryReader.open(new MMapDirectory(folder))) {
        for (int doc = 0; doc < DOCS; doc++) {
          try {
            new StoredDocuments(reader).document(doc);
          } catch (CorruptIndexException e) {
            damaged++;
            assertTrue(e.getMessage().contains(folder.toString()), e.getMessage());
          }
        }
      }
    }
    assertTrue(damaged > 100, damaged + " of " + whole.length);
    Files.write(file, whole);
    try (DirectoryReader reader = DirectoryReader.open(new MMapDirectory(folder))) {
      assertEquals("http://a.org/7", new StoredDocuments(reader).document(7).get("url"));
    }
  }
}
