package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextOffsetsTest {
  /** Records a text, and returns the offset of each position. */
  private static List<Integer> record(
      TextOffsets.Recorder recorder, IndexField zone, String text, String lang) throws IOException {
    List<Integer> starts = new ArrayList<>();
    try (Analysis.ByLanguage analyzer = new Analysis.ByLanguage()) {
      analyzer.language(lang);
      try (TokenStream words =
          recorder.recording(zone, analyzer.tokenStream(zone.fieldName(), text))) {
        OffsetAttribute offset = words.getAttribute(OffsetAttribute.class);
        PositionIncrementAttribute increment = words.getAttribute(PositionIncrementAttribute.class);
        words.reset();
        while (words.incrementToken()) {
          for (int i = 0; i < increment.getPositionIncrement(); i++) {
            starts.add(offset.startOffset());
          }
        }
        words.end();
      }
    }
    return starts;
  }

  private static Document page(BytesRef offsets, String main, String body) {
    Document page = new Document();
    page.add(new StoredField(IndexField.MAIN.fieldName(), main));
    page.add(new StoredField(IndexField.BODY.fieldName(), body));
    page.add(new StoredField(IndexField.OFFSETS.fieldName(), offsets));
    return page;
  }

  @ParameterizedTest
  @CsvSource({
    "en, Words of postgresql.conf and 3.14 user’s things; ",
    "de, Die Datenbanktabellen der Häuser am 5. März 2024. ",
    "ja, 日本語の文書を読んで使いました。ABC ",
    "th, ภาษาไทยเป็นภาษาที่มีระดับเสียง ",
    "'', '\uD83D\uDE00 a_b \u00a0 — x '"
  })
  void everyWordIsBetweenTheOffsetsAroundIt(String lang, String text) throws IOException {
    String main = text.repeat(30);
    String body = text.repeat(7);
    TextOffsets.Recorder recorder = new TextOffsets.Recorder();
    List<Integer> ofMain = record(recorder, IndexField.MAIN, main, lang);
    List<Integer> ofBody = record(recorder, IndexField.BODY, body, lang);
    Document page = page(recorder.field().storedValue().getBinaryValue(), main, body);
    check(ofMain, TextOffsets.of(page, IndexField.MAIN), main.length());
    check(ofBody, TextOffsets.of(page, IndexField.BODY), body.length());
  }

  private static void check(List<Integer> starts, TextOffsets offsets, int chars) {
    assertTrue(starts.size() > TextOffsets.STEP);
    for (int position = 0; position < starts.size(); position++) {
      int before = offsets.positionBefore(position);
      assertTrue(position - before < TextOffsets.STEP);
      assertEquals(starts.get(before), offsets.before(position));
      assertTrue(offsets.before(position) <= starts.get(position));
      assertTrue(starts.get(position) <= offsets.after(position));
    }
    assertEquals(chars, offsets.after(starts.size()));
  }

  @Test
  void anEmptyPageHasNone() throws IOException {
    Document page = page(new TextOffsets.Recorder().field().storedValue().getBinaryValue(), "", "");
    assertEquals(0, TextOffsets.of(page, IndexField.BODY).before(100));
    assertEquals(0, TextOffsets.of(new Document(), IndexField.MAIN).after(0));
  }

  @Test
  void damagedOnesAreACheckedError() throws IOException {
    TextOffsets.Recorder recorder = new TextOffsets.Recorder();
    String text = "some words of a text ".repeat(100);
    record(recorder, IndexField.MAIN, text, "en");
    byte[] bytes = BytesRef.deepCopyOf(recorder.field().storedValue().getBinaryValue()).bytes;
    List<byte[]> damaged = new ArrayList<>();
    for (int length = 0; length < bytes.length; length++) {
      damaged.add(Arrays.copyOf(bytes, length));
    }
    damaged.add(new byte[] {1, -1, -1, -1, -1, 15, 0});
    damaged.add(new byte[] {-1, -1, -1, -1, 7, 0});
    for (byte[] each : damaged) {
      Document page = page(new BytesRef(each), text, "");
      assertThrows(CorruptIndexException.class, () -> TextOffsets.of(page, IndexField.BODY));
    }
  }
}
