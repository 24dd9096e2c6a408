package org.orbweaver.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.orbweaver.index.export.CiffFiles;
import org.orbweaver.index.schema.IndexField;

/**
 * Files in CIFF, read by protobuf's own parser, against a plain count of the words of each page.
 */
class CiffFuzz {
  private static final String URL = IndexField.URL.fieldName();

  /** Of one to four bytes a character, and of which one begins another. */
  private static final List<String> WORDS =
      List.of(
          "a", "aa", "ab", "b", "\u007f", "\u00e9", "\u07ff", "\u0e01", "\uffee", "\ud83d\ude00");

  /** A page of the index. */
  private record Page(String url, List<String> title, List<String> text) {}

  @FuzzTest
  void written(FuzzedDataProvider data) throws IOException {
    boolean withTitles = data.consumeBoolean();
    List<Page> pages = new ArrayList<>();
    try (ByteBuffersDirectory folder = new ByteBuffersDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig(new WhitespaceAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(folder, config)) {
        for (int n = data.consumeInt(0, 200); n > 0; n--) {
          Page page = new Page("http://h.test/" + n, words(data), words(data));
          pages.add(page);
          writer.addDocument(document(page));
          if (data.consumeInt(0, 9) == 0) {
            // Ends a segment.
            writer.commit();
          }
          if (data.consumeInt(0, 9) == 0) {
            Page gone = data.pickValue(pages);
            pages.remove(gone);
            writer.deleteDocuments(new Term(URL, gone.url));
          }
        }
      }
      List<IndexField> zones =
          withTitles ? List.of(IndexField.TITLE, IndexField.MAIN) : List.of(IndexField.MAIN);
      try (IndexReader reader = DirectoryReader.open(folder)) {
        compare(CiffFiles.of(reader, zones), pages, withTitles);
      }
    }
  }

  private static List<String> words(FuzzedDataProvider data) {
    List<String> words = new ArrayList<>();
    for (int n = data.consumeInt(0, 12); n > 0; n--) {
      words.add(data.pickValue(WORDS));
    }
    return words;
  }

  private static Document document(Page page) {
    Document document = new Document();
    document.add(new StringField(URL, page.url, Store.YES));
    document.add(
        new TextField(IndexField.TITLE.fieldName(), String.join(" ", page.title), Store.NO));
    document.add(new TextField(IndexField.MAIN.fieldName(), String.join(" ", page.text), Store.NO));
    return document;
  }

  private static void compare(byte[] file, List<Page> pages, boolean withTitles)
      throws IOException {
    Map<ByteString, Map<Long, Long>> expected =
        new TreeMap<>(ByteString.unsignedLexicographicalComparator());
    long total = 0;
    List<Long> lengths = new ArrayList<>();
    for (Page page : pages) {
      List<String> words = new ArrayList<>(page.text);
      if (withTitles) {
        words.addAll(page.title);
      }
      for (String word : words) {
        expected
            .computeIfAbsent(ByteString.copyFromUtf8(word), w -> new TreeMap<>())
            .merge((long) lengths.size(), 1L, Long::sum);
      }
      lengths.add((long) words.size());
      total += words.size();
    }
    CodedInputStream in = CodedInputStream.newInstance(file);
    UnknownFieldSet header = message(in);
    assertEquals(expected.size(), number(header, 2));
    assertEquals(pages.size(), number(header, 3));
    assertEquals(total, number(header, 6));
    for (Map.Entry<ByteString, Map<Long, Long>> word : expected.entrySet()) {
      UnknownFieldSet list = message(in);
      assertEquals(word.getKey(), list.getField(1).getLengthDelimitedList().get(0));
      assertEquals(postings(list), word.getValue());
      assertEquals(word.getValue().size(), number(list, 2));
      assertEquals(word.getValue().values().stream().mapToLong(n -> n).sum(), number(list, 3));
    }
    for (int i = 0; i < pages.size(); i++) {
      UnknownFieldSet page = message(in);
      assertEquals(i, number(page, 1));
      assertEquals(
          pages.get(i).url, page.getField(2).getLengthDelimitedList().get(0).toStringUtf8());
      assertEquals(lengths.get(i), number(page, 3));
    }
    assertTrue(in.isAtEnd());
  }

  private static UnknownFieldSet message(CodedInputStream in) throws IOException {
    return UnknownFieldSet.parseFrom(in.readBytes());
  }

  /** An absent number is 0. */
  private static long number(UnknownFieldSet message, int field) {
    List<Long> numbers = message.getField(field).getVarintList();
    return numbers.isEmpty() ? 0 : numbers.get(0);
  }

  private static Map<Long, Long> postings(UnknownFieldSet list) throws IOException {
    Map<Long, Long> postings = new TreeMap<>();
    long doc = 0;
    for (ByteString bytes : list.getField(4).getLengthDelimitedList()) {
      UnknownFieldSet posting = UnknownFieldSet.parseFrom(bytes);
      doc += number(posting, 1);
      postings.put(doc, number(posting, 2));
    }
    return postings;
  }
}
