package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.testkit.documents.HostileDocuments;
import org.orbweaver.testkit.documents.TestDocument;

/** Types other than HTML, and hostile ones. */
class DocumentsTest {

  private static byte[] pdf(String text) throws Exception {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      document.getDocumentInformation().setTitle("A PDF title");
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.newLineAtOffset(72, 700);
        content.showText(text);
        content.endText();
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  private static byte[] docx(String... paragraphs) throws Exception {
    try (XWPFDocument document = new XWPFDocument()) {
      for (String paragraph : paragraphs) {
        document.createParagraph().createRun().setText(paragraph);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.write(bytes);
      return bytes.toByteArray();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void readsPdf() throws Exception {
    ParsedPage page = Pages.parse(pdf("Spiders walk the web."), "application/pdf");
    assertEquals(ParsedPage.Outcome.PARSED, page.outcome());
    assertEquals("A PDF title", page.title());
    assertTrue(page.text().contains("Spiders walk the web."), page.text());
  }

  @Test
  void findsThePdfUnderAWrongName() throws Exception {
    for (String type : new String[] {"text/plain", "application/octet-stream", null, "text/html"}) {
      ParsedPage page = Pages.parse(pdf("Hidden here."), type, "http://a.example/x");
      assertEquals("application/pdf", page.meta().get(MetaNames.TYPE), type);
      assertTrue(page.text().contains("Hidden here."), type);
    }
  }

  @Test
  void readsWordAndRichText() throws Exception {
    ParsedPage word =
        Pages.parse(
            docx("First paragraph.", "Second."),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    assertEquals("First paragraph.\nSecond.", word.text());
    ParsedPage named =
        Pages.parse(docx("Named."), "application/octet-stream", "http://a.example/d.docx");
    assertEquals("Named.", named.text());
    ParsedPage rtf =
        Pages.parse(
            ascii("{\\rtf1\\ansi\\pard {\\b bold} text\\par and more\\par}"), "application/rtf");
    assertEquals("bold text\nand more", rtf.text());
  }

  @Test
  void readsTextWithoutTika() {
    ParsedPage text = Pages.parse(ascii("one\ntwo  three\n\n\nfour"), "text/plain");
    assertEquals("one\ntwo three\nfour", text.text());
    assertEquals(ParsedPage.Outcome.PARSED, Pages.parse(ascii("int x;"), null).outcome());
    assertEquals(
        "text/x-c++hdr",
        Pages.parse(ascii("#ifndef X\n"), null, "http://a.example/x.hpp").meta().get("type"));
    // HTML declared as text is text: a page about HTML.
    assertEquals("<p>x", Pages.parse(ascii("<p>x"), "text/plain").text());
    // HTML without a declared type is HTML.
    assertEquals("x", Pages.parse(ascii("<!DOCTYPE html><p>x"), "application/octet-stream").text());
  }

  private static byte[] zip(Object... namesAndContents) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) namesAndContents[i]));
        Object content = namesAndContents[i + 1];
        zip.write(content instanceof String text ? ascii(text) : (byte[]) content);
      }
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/zip", "application/octet-stream", "text/plain", ""})
  void readsWhatAnArchiveContains(String type) throws Exception {
    byte[] inner = zip("deep.txt", "Words in a zip in a zip.");
    byte[] outer = zip("a.docx", docx("Words of Word."), "in.zip", inner, "c.html", "<p>A page.");
    ParsedPage page = Pages.parse(outer, type.isEmpty() ? null : type, "http://a.example/get?x");
    assertEquals("application/zip", page.meta().get(MetaNames.TYPE));
    assertEquals(
        List.of(
            "a.docx",
            "Words of Word.",
            "in.zip",
            "deep.txt",
            "Words in a zip in a zip.",
            "c.html",
            "A page."),
        page.text().lines().toList());
    assertFalse(page.meta().containsKey(MetaNames.PARTIAL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/zip", "application/octet-stream"})
  void looksIntoAZipForTheDocumentThatItIs(String type) throws Exception {
    ParsedPage page = Pages.parse(docx("Words of Word."), type, "http://a.example/download");
    assertEquals("Words of Word.", page.text());
    assertTrue(page.meta().get(MetaNames.TYPE).endsWith("wordprocessingml.document"));
  }

  @Test
  void aBadMemberCostsItselfAlone() throws Exception {
    byte[] cut = Arrays.copyOf(docx("Cut off."), 300);
    ParsedPage page =
        Pages.parse(
            zip("a.txt", "First.", "b.pdf", "%PDF-1.4 no more", "c.txt", "Third."),
            "application/zip");
    assertEquals(
        List.of("a.txt", "First.", "b.pdf", "c.txt", "Third."), page.text().lines().toList());
    assertTrue(page.meta().get(MetaNames.PARTIAL).startsWith("b.pdf: "), page.meta().toString());
    byte[] whole = zip("a.txt", "First, long before the end.", "b.docx", cut, "c", new byte[0]);
    ParsedPage truncated = Pages.parse(Arrays.copyOf(whole, whole.length - 120), "application/zip");
    assertTrue(truncated.text().contains("First, long"), truncated.toString());
    assertTrue(truncated.meta().containsKey(MetaNames.PARTIAL));
  }

  @ParameterizedTest
  @CsvSource({
    "zip-encrypted.zip, false, encrypted, ''",
    "zip-deep.zip, true, deeper.zip: more than 10 documents within each other, ''",
    "zip-entities.zip, true, '', plain words",
    "tgz-many.tgz, true, orbweaver.parse.document.max.members, member",
    "zip-bomb.zip, true, '', a",
    "zip-nested.zip, true, orbweaver.parse.document.max.members, z0.zip",
    "zip-spaces.zip, true, orbweaver.parse.document.max.unpacked.bytes, plain words",
    "eml-bomb.eml, true, orbweaver.parse.document.max.unpacked.bytes, plain words"
  })
  void aHostileContainerIsBounded(String name, boolean parsed, String why, String words) {
    TestDocument container = HostileDocuments.kind(name, "http://127.0.0.1:9");
    ParseLimits limits =
        new ParseLimits(
            10,
            100,
            100_000,
            60_000,
            new ParseLimits.DocumentLimits(100, 500, 20 << 20, 1 << 20),
            ProcessSettings.DEFAULT);
    ParsedPage page = Pages.parse(container.content(), container.contentType(), Pages.URL, limits);
    assertEquals(parsed, page.parsed(), page.outcome() + " " + page.message());
    String said = parsed ? page.meta().getOrDefault(MetaNames.PARTIAL, "") : page.message();
    assertTrue(said.contains(why) && said.isEmpty() == why.isEmpty(), said);
    assertTrue(page.text().contains(words), page.text());
  }

  private static final String PARTS =
      """
      From: Ada <ada@a.example>
      Subject: The subject
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/html; charset=utf-8

      <p>A <b>marked</b> body.</p>
      --b
      Content-Type: text/plain; name=notes.txt
      Content-Disposition: attachment; filename=notes.txt
      Content-Transfer-Encoding: base64

      QXR0YWNoZWQgbm90ZXMu
      --b--
      """;

  @ParameterizedTest
  @ValueSource(strings = {"message/rfc822", "application/octet-stream"})
  void readsMail(String type) {
    ParsedPage plain =
        Pages.parse(
            ascii("From: a@a.example\nSubject: Plain\nTo: b@b.example\n\nA plain body.\n"), type);
    assertTrue(plain.text().contains("A plain body."), plain.toString());
    ParsedPage parts = Pages.parse(ascii(PARTS), type, "http://a.example/1.eml");
    assertEquals("The subject", parts.title());
    assertTrue(parts.text().contains("A marked body."), parts.text());
    assertTrue(parts.text().contains("Attached notes."), parts.text());
  }

  @Test
  void theTitleOfATextIsTheNameOfItsFile() {
    for (String[] named :
        new String[][] {
          {"http://a.example/dir/notes%20of%20a%20day.txt?x=1", null, "notes of a day.txt"},
          {"http://a.example/get", "attachment; filename=\"a;b.txt\"", "a;b.txt"},
          {
            "http://a.example/get",
            "attachment; filename=x.txt; filename*=UTF-8''n%C3%A9.txt",
            "né.txt"
          },
          {"http://a.example/get", "inline; filename=../../etc/passwd", "passwd"},
          {"http://a.example", "inline", ""},
          {"http://a.example/50%", "filename*=nonsense", "50%"}
        }) {
      PageParser.Document document =
          new PageParser.Document(
              named[0],
              ascii("words"),
              "text/plain",
              null,
              List.of(),
              named[1],
              List.of(),
              name -> List.of());
      assertEquals(named[2], Pages.parser(ParseLimits.DEFAULT).parse(document).title());
    }
  }

  @Test
  void theNameFromTheServerSaysWhatBytesAre() {
    byte[] letter = ascii("{\\rtf1\\ansi\\pard rich words\\par}");
    PageParser.Document document =
        new PageParser.Document(
            "http://a.example/get?id=1",
            letter,
            "application/octet-stream",
            null,
            List.of(),
            "attachment; filename=letter.rtf",
            List.of(),
            name -> List.of());
    assertEquals("rich words", Pages.parser(ParseLimits.DEFAULT).parse(document).text());
  }

  @Test
  void readsWhatPostScriptShows() {
    ParsedPage page =
        Pages.parse(
            ascii(
                """
                %!PS-Adobe-3.0
                %%Title: (A paper)
                /x (not shown) def
                %%EndProlog
                /ASCII85Decode filter image
                Gb"0;(8Nk%+Qq)~>
                %%Page: 1 1
                1 0 bop 100 200 a(Spiders)28 b(w)-1 b(alk)30 b(o)1 b(v)-2 b(er)100 300 y(the)20 b(w)-3
                b(eb \\(\\14nely\\).)
                """),
            "application/postscript");
    assertEquals("A paper", page.title());
    assertEquals("Spiders walk over the web (finely).", page.text());
  }

  @Test
  void aSongSaysWhatItIs() {
    ByteArrayOutputStream song = new ByteArrayOutputStream();
    String[][] frames = {{"TIT2", "A song"}, {"TPE1", "The Singers"}, {"TALB", "First album"}};
    int size = 0;
    for (String[] frame : frames) {
      size += 11 + frame[1].length();
    }
    song.writeBytes(new byte[] {'I', 'D', '3', 3, 0, 0, 0, 0, 0, (byte) size});
    for (String[] frame : frames) {
      song.writeBytes(ascii(frame[0]));
      song.writeBytes(new byte[] {0, 0, 0, (byte) (frame[1].length() + 1), 0, 0, 0});
      song.writeBytes(ascii(frame[1]));
    }
    ParsedPage page = Pages.parse(song.toByteArray(), "audio/mpeg");
    assertEquals("A song", page.title());
    assertTrue(page.text().contains("The Singers") && page.text().contains("First album"));
  }

  @Test
  void authorAndTimesOfADocumentAreKept() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PDDocument document = new PDDocument()) {
      document.addPage(new PDPage());
      document.getDocumentInformation().setAuthor("Ada Author");
      document
          .getDocumentInformation()
          .setCreationDate(GregorianCalendar.from(ZonedDateTime.parse("2019-03-12T10:00:00Z")));
      document.save(bytes);
    }
    Map<String, String> meta = Pages.parse(bytes.toByteArray(), "application/pdf").meta();
    assertEquals("Ada Author", meta.get(MetaNames.AUTHOR));
    assertEquals("2019-03-12T10:00:00Z", meta.get(MetaNames.PUBLISHED));
  }

  @Test
  void whatHasNoWordsIsNoPage() throws Exception {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB), "png", png);
    for (String type : new String[] {"image/png", "text/html", null}) {
      ParsedPage page = Pages.parse(png.toByteArray(), type);
      assertEquals(ParsedPage.Outcome.UNSUPPORTED, page.outcome());
      assertEquals("no text in image/png", page.message());
    }
    assertFalse(Pages.parse(new byte[100], "application/zip").parsed());
    assertFalse(Pages.parse(Arrays.copyOf(png.toByteArray(), 20), "image/png").parsed());
  }

  @Test
  void aBrokenDocumentIsAnOutcome() throws Exception {
    byte[] garbage = new byte[20_000];
    new Random(5).nextBytes(garbage);
    System.arraycopy(ascii("%PDF-1.4\n"), 0, garbage, 0, 9);
    ParsedPage page = Pages.parse(garbage, "application/pdf");
    assertFalse(page.parsed(), page.toString());
    byte[] word = docx("Cut off.");
    ParsedPage cut =
        Pages.parse(
            Arrays.copyOf(word, word.length / 2),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    assertFalse(cut.parsed(), cut.toString());
    assertEquals(
        "not a pdf", Pages.parse(ascii("<html>not a pdf</html>"), "application/pdf").text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"docx-one-run.docx", "xml-laughs.xml", "xml-quadratic.xml"})
  void aBombDoesNotGoOff(String name) {
    TestDocument bomb = HostileDocuments.kind(name, "http://127.0.0.1:9");
    ParsedPage page = Pages.parse(bomb.content(), bomb.contentType());
    assertTrue(page.text().length() <= ParseLimits.DEFAULT.maxTextChars());
  }

  @Test
  void anOverlongDocumentIsCut() {
    String xml = "<r>" + "<a>word</a>".repeat(5000) + "</r>";
    ParseLimits limits = new ParseLimits(10, 100, 1000, 30_000);
    ParsedPage page = Pages.parse(ascii(xml), "application/xml", Pages.URL, limits);
    assertEquals(ParsedPage.Outcome.PARSED, page.outcome());
    assertEquals(999, page.text().length()); // Two hundred words; no separator at the end.
  }

  @Test
  void aPageWhoseTimeIsOverIsGivenUp() {
    ParseLimits none = new ParseLimits(10, 100, 1000, 0);
    ParsedPage page = Pages.parse(ascii("<p>x"), "text/html", Pages.URL, none);
    assertEquals(ParsedPage.Outcome.TIMEOUT, page.outcome());
    assertTrue(page.message().contains("parser.timeout"), page.message());
  }

  @Test
  void aLimitThatADocumentBreaksIsNamed() {
    TestDocument deep = HostileDocuments.kind("fodt-deep.fodt", "http://127.0.0.1:9");
    ParsedPage page = Pages.parse(deep.content(), deep.contentType());
    assertEquals(ParsedPage.Outcome.OVER_LIMIT, page.outcome());
    assertEquals(
        "nests deeper than 100, or too deep for the stack (orbweaver.parse.document.max.depth)",
        page.message());
  }
}
