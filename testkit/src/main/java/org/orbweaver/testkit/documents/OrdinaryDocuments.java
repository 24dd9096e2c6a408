package org.orbweaver.testkit.documents;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Documents as people write them, of a few pages each, in the formats that a crawl meets most. */
public final class OrdinaryDocuments {
  private static final String[] WORDS =
      ("the spider walks along a thread of silk and counts every knot in its web while morning"
              + " light falls through leaves over water stones grass houses roads people letters"
              + " numbers prices meetings reports seasons weather harvest river library archive engine"
              + " garden")
          .split(" ", -1);

  private static final String TEXT_FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

  private final Random random;

  private OrdinaryDocuments(long seed) {
    this.random = new Random(seed);
  }

  /** So many documents, of all formats in turn. */
  public static List<TestDocument> make(long seed, int count) {
    return make(seed, count, false);
  }

  /** As {@link #make}, of PDF and Office formats only. */
  public static List<TestDocument> makeOffice(long seed, int count) {
    return make(seed, count, true);
  }

  private static List<TestDocument> make(long seed, int count, boolean office) {
    OrdinaryDocuments documents = new OrdinaryDocuments(seed);
    List<TestDocument> made = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      made.add(documents.one(i, office));
    }
    return made;
  }

  private TestDocument one(int number, boolean office) {
    String words = "document " + number + " says " + sentence();
    String name = "ordinary-" + number;
    return switch (number % (office ? 6 : 11)) {
      case 0, 5 -> document(name + ".pdf", "application/pdf", pdf(words), words);
      case 1 ->
          document(
              name + ".docx",
              "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
              docx(words),
              words);
      case 2 ->
          document(
              name + ".xlsx",
              "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
              xlsx(words),
              words);
      case 3 ->
          document(
              name + ".pptx",
              "application/vnd.openxmlformats-officedocument.presentationml.presentation",
              pptx(words),
              words);
      case 4 ->
          document(name + ".odt", "application/vnd.oasis.opendocument.text", odt(words), words);
      case 6 -> document(name + ".rtf", "application/rtf", rtf(words), words);
      case 7 -> document(name + ".xml", "application/xml", xml(words), words);
      case 8 -> document(name + ".rss", "application/rss+xml", rss(words), words);
      case 9 -> document(name + ".html", "text/html; charset=utf-8", html(words), words);
      default -> document(name + ".txt", "text/plain; charset=utf-8", utf8(text(words)), words);
    };
  }

  private static TestDocument document(String name, String type, byte[] content, String words) {
    return new TestDocument(name, type, content, words);
  }

  private String sentence() {
    StringBuilder text = new StringBuilder();
    int length = 8 + random.nextInt(10);
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
    }
    return text.toString();
  }

  private List<String> paragraphs(String words) {
    List<String> paragraphs = new ArrayList<>();
    int count = 20 + random.nextInt(60);
    int place = random.nextInt(count);
    for (int i = 0; i < count; i++) {
      paragraphs.add(i == place ? words : sentence() + ". " + sentence() + ".");
    }
    return paragraphs;
  }

  private String text(String words) {
    return String.join("\n\n", paragraphs(words));
  }

  private byte[] pdf(String words) {
    StringBuilder content = new StringBuilder("BT /F1 11 Tf 14 TL 60 740 Td\n");
    for (String paragraph : paragraphs(words)) {
      content.append('(').append(paragraph).append(") Tj T*\n");
    }
    byte[] packed = Packed.deflate(PdfFile.bytes(content.append("ET").toString()));
    return PdfFile.page("/Filter/FlateDecode", packed, TEXT_FONT, "").toBytes();
  }

  private byte[] docx(String words) {
    StringBuilder body = new StringBuilder();
    for (String paragraph : paragraphs(words)) {
      body.append("<w:p><w:r><w:t>").append(paragraph).append("</w:t></w:r></w:p>");
    }
    return Packed.zip(
        Packed.entries(
            "[Content_Types].xml",
            Office.contentTypes("/word/document.xml", Office.WORD),
            "_rels/.rels",
            Office.rels("word/document.xml"),
            "word/document.xml",
            Office.wordDocument(body.toString())));
  }

  private byte[] xlsx(String words) {
    StringBuilder rows = new StringBuilder();
    int row = 0;
    for (String paragraph : paragraphs(words)) {
      row++;
      rows.append("<row r='").append(row).append("'><c r='A").append(row);
      rows.append("' t='inlineStr'><is><t>").append(paragraph).append("</t></is></c>");
      for (char column = 'B'; column < 'H'; column++) {
        rows.append("<c r='").append(column).append(row).append("'><v>");
        rows.append(random.nextInt(100_000)).append("</v></c>");
      }
      rows.append("</row>");
    }
    return Packed.zip(Office.workbook(Office.sheet(rows.toString()), null));
  }

  private byte[] pptx(String words) {
    StringBuilder shapes = new StringBuilder();
    for (String paragraph : paragraphs(words)) {
      shapes.append(Office.shape(paragraph));
    }
    return Packed.zip(Office.presentation(Office.slide(shapes.toString())));
  }

  private byte[] odt(String words) {
    StringBuilder body = new StringBuilder();
    for (String paragraph : paragraphs(words)) {
      body.append("<text:p>").append(paragraph).append("</text:p>");
    }
    return Packed.zip(Office.openDocument(Office.openText(body.toString())));
  }

  private byte[] rtf(String words) {
    StringBuilder text =
        new StringBuilder("{\\rtf1\\ansi{\\fonttbl\\f0\\fswiss Helvetica;}\\f0\\pard\n");
    for (String paragraph : paragraphs(words)) {
      text.append(paragraph).append("\\par\n");
    }
    return PdfFile.bytes(text.append('}').toString());
  }

  private byte[] xml(String words) {
    StringBuilder text = new StringBuilder("<?xml version='1.0' encoding='UTF-8'?><book>");
    for (String paragraph : paragraphs(words)) {
      text.append("<para>").append(paragraph).append("</para>");
    }
    return utf8(text.append("</book>").toString());
  }

  private byte[] rss(String words) {
    StringBuilder text =
        new StringBuilder(
            "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title>"
                + "<link>http://news.example/</link><description>d</description>");
    for (String paragraph : paragraphs(words)) {
      text.append("<item><title>")
          .append(paragraph)
          .append("</title><link>http://news.example/i</link>");
      text.append("<description>").append(paragraph).append("</description></item>");
    }
    return utf8(text.append("</channel></rss>").toString());
  }

  private byte[] html(String words) {
    StringBuilder text =
        new StringBuilder("<!doctype html><html lang=en><title>Page</title><body>");
    for (String paragraph : paragraphs(words)) {
      text.append("<p>").append(paragraph).append("</p>");
    }
    return utf8(text.append("</body></html>").toString());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
