package org.orbweaver.crawler.warc;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files beside WARC files that describe their records (WAT) and have the text of their pages
 * (WET), as Common Crawl writes them: one of each for each WARC file, of the same name but for its
 * end.
 *
 * @param wat null if none is written
 * @param wet null if none is written
 */
record Derivatives(WarcOutput wat, WarcOutput wet, Instant created) implements Closeable {

  /**
   * Describes a record, in the file of this number.
   *
   * @param mediaType of the page in it; or null
   */
  void describe(WarcOutput.Written record, int file, String mediaType) throws IOException {
    if (wat == null) {
      return;
    }
    wat.beginCapture(file);
    String target = record.fields().getOrDefault("WARC-Target-URI", record.place().file());
    byte[] json = WarcOutput.utf8(WatRecord.json(record, mediaType));
    write(
        wat, "metadata", record, target, created, Map.of("Content-Type", "application/json"), json);
  }

  /** Writes the text of a response or rendered page, in the file of this number. */
  void convert(WarcOutput.Written page, int file, PlainText text) throws IOException {
    wet.beginCapture(file);
    Map<String, String> fields = new LinkedHashMap<>();
    if (!text.languages().isEmpty()) {
      fields.put("WARC-Identified-Content-Language", text.languages());
    }
    fields.put("Content-Type", "text/plain");
    Instant date = Instant.parse(page.fields().get("WARC-Date"));
    String target = page.fields().get("WARC-Target-URI");
    write(wet, "conversion", page, target, date, fields, WarcOutput.utf8(text.text()));
  }

  private static void write(
      WarcOutput out,
      String type,
      WarcOutput.Written source,
      String target,
      Instant date,
      Map<String, String> more,
      byte[] block)
      throws IOException {
    String of = source.fields().get("WARC-Record-ID");
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("WARC-Target-URI", target);
    fields.put("WARC-Refers-To", of);
    fields.putAll(more);
    fields.put("WARC-Payload-Digest", WarcOutput.sha1(block));
    out.write(type, WarcOutput.id(type, of, ""), date, fields, block, new byte[0]);
  }

  /** Whether texts are written. */
  boolean hasTexts() {
    return wet != null;
  }

  @Override
  public void close() throws IOException {
    try (wat) {
      if (wet != null) {
        wet.close();
      }
    }
  }
}
