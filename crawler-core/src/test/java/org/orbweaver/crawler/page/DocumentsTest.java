package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.document.ParseLimits;
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
    // HTML that calls itself text is text: a page about HTML.
    assertEquals("<p>x", Pages.parse(ascii("<p>x"), "text/plain").text());
    // HTML that calls itself nothing is HTML.
    assertEquals("x", Pages.parse(ascii("<!DOCTYPE html><p>x"), "application/octet-stream").text());
  }

  @Test
  void leavesPicturesAndArchivesAlone() {
    byte[] png = {
      (byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'
    };
    assertEquals(ParsedPage.Outcome.UNSUPPORTED, Pages.parse(png, "image/png").outcome());
    assertEquals(ParsedPage.Outcome.UNSUPPORTED, Pages.parse(png, "text/html").outcome());
    assertEquals(ParsedPage.Outcome.UNSUPPORTED, Pages.parse(png, null).outcome());
    assertEquals(
        ParsedPage.Outcome.UNSUPPORTED, Pages.parse(new byte[100], "application/zip").outcome());
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
