package org.orbweaver.testkit.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Documents that try to hang a parser, fill its memory, or make it ask for files and addresses:
 * each kind once, then ordinary and hostile ones cut off and with bytes changed.
 */
public final class HostileDocuments {
  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put("pdf", "application/pdf");
    TYPES.put("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    TYPES.put("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    TYPES.put("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation");
    TYPES.put("odt", "application/vnd.oasis.opendocument.text");
    TYPES.put("fodt", "application/vnd.oasis.opendocument.flat.text");
    TYPES.put("epub", "application/epub+zip");
    TYPES.put("pages", "application/vnd.apple.pages");
    TYPES.put("idml", "application/vnd.adobe.indesign-idml-package");
    TYPES.put("xml", "application/xml");
    TYPES.put("wordml", "application/vnd.ms-wordml");
    TYPES.put("sheetml", "application/vnd.ms-spreadsheetml");
    TYPES.put("rss", "application/rss+xml");
    TYPES.put("fb2", "application/x-fictionbook+xml");
    TYPES.put("svg", "application/svg+xml");
    TYPES.put("rtf", "application/rtf");
    TYPES.put("eml", "message/rfc822");
    TYPES.put("html", "text/html; charset=utf-8");
    TYPES.put("doc", "application/msword");
    TYPES.put("xls", "application/vnd.ms-excel");
    TYPES.put("ppt", "application/vnd.ms-powerpoint");
    TYPES.put("chm", "application/vnd.ms-htmlhelp");
    TYPES.put("dbf", "application/x-dbf");
    TYPES.put("wpd", "application/vnd.wordperfect");
    TYPES.put("qpw", "application/x-quattro-pro");
    TYPES.put("mif", "application/vnd.mif");
    TYPES.put("hwp", "application/x-hwp-v5");
    TYPES.put("zip", "application/zip");
    TYPES.put("png", "image/png");
    TYPES.put("ttf", "application/x-font-ttf");
  }

  private HostileDocuments() {}

  /**
   * So many hostile documents.
   *
   * @param outside a URL that must never be asked for, without a slash at its end
   */
  public static List<TestDocument> make(long seed, int count, String outside) {
    Random random = new Random(seed);
    List<TestDocument> made = new ArrayList<>(kinds(random, outside));
    List<TestDocument> ordinary = OrdinaryDocuments.make(seed + 1, 40);
    List<TestDocument> hostile =
        made.stream().filter(document -> document.content().length < 20_000).toList();
    for (int i = 0; made.size() < count; i++) {
      // Mostly ordinary ones: each that hangs costs a test its whole time limit.
      List<TestDocument> bases = i % 6 == 0 ? hostile : ordinary;
      TestDocument base = bases.get(random.nextInt(bases.size()));
      made.add(
          new TestDocument(
              "spoilt-" + i + "-" + base.name(),
              // Half of them come without a type, or as something else.
              i % 4 == 0 ? "application/octet-stream" : base.contentType(),
              spoil(base.content(), random),
              null));
    }
    return List.copyOf(made.subList(0, count));
  }

  /** One document of each kind. */
  public static List<TestDocument> kinds(Random random, String outside) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    HostilePdf.make(random, outside).forEach((name, bytes) -> files.put("pdf." + name, bytes));
    files.putAll(HostileOffice.make(outside));
    files.putAll(Markup.xml(outside));
    files.putAll(Markup.rtf());
    files.putAll(Markup.mail());
    files.putAll(Markup.html(outside));
    files.putAll(HostileBinary.make(random));
    List<TestDocument> documents = new ArrayList<>();
    files.forEach(
        (name, bytes) -> {
          String suffix = name.substring(0, name.indexOf('.'));
          String type = TYPES.getOrDefault(suffix, "application/octet-stream");
          documents.add(new TestDocument(name.replace('.', '-') + "." + suffix, type, bytes, null));
        });
    // The same behind another name: what reads the content decides.
    for (String name :
        List.of("zip.bomb", "zip.claims", "ttf.claims", "png.claims", "tiff.cycle")) {
      documents.add(
          new TestDocument(
              name.replace('.', '-') + "-as.docx", TYPES.get("docx"), files.get(name), null));
      documents.add(
          new TestDocument(
              name.replace('.', '-') + "-as.pdf", TYPES.get("pdf"), files.get(name), null));
    }
    return documents;
  }

  private static byte[] spoil(byte[] content, Random random) {
    byte[] spoilt = content.clone();
    if (spoilt.length == 0) {
      return spoilt;
    }
    int way = random.nextInt(3);
    if (way == 0) {
      return Arrays.copyOf(spoilt, 1 + random.nextInt(spoilt.length));
    }
    int changes = way == 1 ? 1 + random.nextInt(8) : 1 + spoilt.length / 50;
    for (int i = 0; i < changes; i++) {
      spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
    }
    return spoilt;
  }
}
