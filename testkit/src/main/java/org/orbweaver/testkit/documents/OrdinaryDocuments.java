package org.orbweaver.testkit.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Ordinary documents of a few pages each, in the formats that a crawl meets most. */
public final class OrdinaryDocuments {
  private static final String[] WORDS =
      ("the spider walks along a thread of silk and counts every knot in its web while morning"
              + " light falls through leaves over water stones grass houses roads people letters"
              + " numbers prices meetings reports seasons weather harvest river library archive engine"
              + " garden")
          .split(" ", -1);

  private static final String[] FORMATS = {
    "pdf", "docx", "xlsx", "pptx", "odt", "pdf", "rtf", "xml", "rss", "html", "txt"
  };

  private static final String RSS =
      """
      <?xml version='1.0'?><rss version='2.0'><channel><title>News</title>\
      <link>http://news.example/</link><description>d</description>#</channel></rss>\
      """;
  private static final String RSS_ITEM =
      """
      <item><title>%s</title><link>http://news.example/i</link>\
      <description>%1$s</description></item>\
      """;

  private static final String TEXT_FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

  private final Random random;

  private OrdinaryDocuments(long seed) {
    this.random = new Random(seed);
  }

  /** Makes {@code count} documents, of all formats in turn. */
  public static List<TestDocument> make(long seed, int count) {
    OrdinaryDocuments documents = new OrdinaryDocuments(seed);
    return IntStream.range(0, count).mapToObj(documents::one).toList();
  }

  private TestDocument one(int number) {
    String words = "document " + number + " says " + sentence();
    String suffix = FORMATS[number % FORMATS.length];
    byte[] content =
        switch (suffix) {
          case "pdf" -> pdf(words);
          case "docx" ->
              Office.word(Office.wordXml(each(words, "<w:p><w:r><w:t>%s</w:t></w:r></w:p>")));
          case "xlsx" -> xlsx(words);
          case "pptx" -> Office.presentation(Office.slide(each(words, Office.shape("%s"))));
          case "odt" -> Office.openDocument(Office.openText(each(words, "<text:p>%s</text:p>")));
          case "rtf" ->
              PdfFile.bytes(
                  "{\\rtf1\\ansi{\\fonttbl\\f0\\fswiss Helvetica;}\\f0\\pard\n"
                      + each(words, "%s\\par\n")
                      + "}");
          case "xml" ->
              Markup.utf8(
                  "<?xml version='1.0' encoding='UTF-8'?><book>"
                      + each(words, "<para>%s</para>")
                      + "</book>");
          case "rss" -> Markup.utf8(RSS.replace("#", each(words, RSS_ITEM)));
          case "html" ->
              Markup.utf8(
                  "<!doctype html><html lang=en><title>Page</title><body>"
                      + each(words, "<p>%s</p>")
                      + "</body></html>");
          default -> Markup.utf8(each(words, "%s\n\n"));
        };
    String type = HostileDocuments.type(suffix);
    return new TestDocument("ordinary-" + number + "." + suffix, type, content, words);
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

  private String each(String words, String format) {
    return paragraphs(words).stream()
        .map(it -> String.format(Locale.ROOT, format, it))
        .collect(Collectors.joining());
  }

  private byte[] pdf(String words) {
    String content = "BT /F1 11 Tf 14 TL 60 740 Td\n" + each(words, "(%s) Tj T*\n") + "ET";
    return PdfFile.page(
            "/Filter/FlateDecode", Packed.deflate(PdfFile.bytes(content)), TEXT_FONT, "")
        .toBytes();
  }

  private byte[] xlsx(String words) {
    StringBuilder rows = new StringBuilder();
    int row = 0;
    for (String paragraph : paragraphs(words)) {
      row++;
      rows.append(
          String.format(
              Locale.ROOT,
              "<row r='%d'><c r='A%1$d' t='inlineStr'><is><t>%s</t></is></c>",
              row,
              paragraph));
      for (char column = 'B'; column < 'H'; column++) {
        rows.append(
            String.format(
                Locale.ROOT, "<c r='%s%d'><v>%d</v></c>", column, row, random.nextInt(100_000)));
      }
      rows.append("</row>");
    }
    return Office.workbook(Office.sheet(rows.toString()));
  }
}
