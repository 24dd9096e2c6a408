package org.orbweaver.index.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.schema.IndexField;

/** Files of the writer of CIFF, which only this package sees. */
public final class CiffFiles {
  private CiffFiles() {}

  /** An index as a file. */
  public static byte[] of(IndexReader reader, List<IndexField> zones) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console silent =
        new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
    try (Progress progress = silent.progress("ciff")) {
      CiffWriter writer = new CiffWriter(reader, zones, progress);
      writer.add(new LivePages(reader, List.of(), false), out);
      writer.write("fuzz", url -> url);
    }
    return out.toByteArray();
  }
}
