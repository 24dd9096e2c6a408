package org.orbweaver.testkit.documents;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a PDF object by object, without checking it. Object 1 is the catalog. */
final class PdfFile {
  private final List<byte[]> objects = new ArrayList<>();

  /** Adds an object, which gets the next number from 1. */
  PdfFile add(String body) {
    objects.add(bytes(body));
    return this;
  }

  /** Adds a stream; {@code entries} are added to its dictionary beside the length. */
  PdfFile addStream(String entries, byte[] data) {
    return addStream(entries, data, Integer.toString(data.length));
  }

  PdfFile addStream(String entries, byte[] data, String claimedLength) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes("<</Length " + claimedLength + " " + entries + ">>\nstream\n"));
    out.writeBytes(data);
    out.writeBytes(bytes("\nendstream"));
    objects.add(out.toByteArray());
    return this;
  }

  /** A catalog with these entries, and one page with those: objects 1 to 3. */
  static PdfFile of(String catalog, String page) {
    return new PdfFile()
        .add("<</Type/Catalog/Pages 2 0 R" + catalog + ">>")
        .add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
        .add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]" + page + ">>");
  }

  /** One page with this content stream, which may use font F1 and form or picture X1. */
  static PdfFile page(String content, String font, String resources) {
    return page("", bytes(content), font, resources);
  }

  static PdfFile page(String filter, byte[] content, String font, String resources) {
    return of("", "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>" + resources + ">>")
        .addStream(filter, content)
        .add(font);
  }

  byte[] toBytes() {
    return toBytes("");
  }

  /** The file; {@code trailer} goes into the trailer's dictionary. */
  byte[] toBytes(String trailer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n"));
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < objects.size(); i++) {
      table.append(String.format(Locale.ROOT, "%010d 00000 n \n", out.size()));
      out.writeBytes(bytes((i + 1) + " 0 obj\n"));
      out.writeBytes(objects.get(i));
      out.writeBytes(bytes("\nendobj\n"));
    }
    int start = out.size();
    int size = objects.size() + 1;
    out.writeBytes(
        bytes(
            String.format(
                    Locale.ROOT,
                    "xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R %s>>\n",
                    size,
                    table,
                    size,
                    trailer)
                + String.format(Locale.ROOT, "startxref\n%d\n%%%%EOF\n", start)));
    return out.toByteArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
