package org.orbweaver.testkit.documents;

import static org.orbweaver.testkit.documents.Markup.externalEntity;
import static org.orbweaver.testkit.documents.Markup.laughs;
import static org.orbweaver.testkit.documents.Office.openDocument;
import static org.orbweaver.testkit.documents.Office.openText;
import static org.orbweaver.testkit.documents.Office.presentation;
import static org.orbweaver.testkit.documents.Office.sheet;
import static org.orbweaver.testkit.documents.Office.slide;
import static org.orbweaver.testkit.documents.Office.word;
import static org.orbweaver.testkit.documents.Office.wordXml;
import static org.orbweaver.testkit.documents.Office.workbook;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Office files that contain more than they seem to, or nest, or refer to outside resources. */
final class HostileOffice {
  private static final String PARAGRAPH = "<w:p><w:r><w:t>word </w:t></w:r></w:p>";
  private static final String WORD_TEXT = "word/document.xml";
  private static final String WORD_END = "</w:body></w:document>";
  private static final String XHTML = "<html xmlns='http://www.w3.org/1999/xhtml'><body>";

  private HostileOffice() {}

  /** Adds files by name; the type is the part before the first dot. */
  static void addTo(Map<String, Supplier<byte[]>> made, String outside) {
    made.put("docx.paragraphs", () -> wordBomb(Office.wordHead(), PARAGRAPH, 4_000_000, WORD_END));
    made.put(
        "docx.one-run",
        () ->
            wordBomb(
                Office.wordHead() + "<w:p><w:r><w:t>",
                "a",
                400L << 20,
                "</w:t></w:r></w:p>" + WORD_END));
    made.put("docx.one-attribute", () -> wordBomb("<w:document a='", "a", 400L << 20, "'/>"));
    made.put("docx.tables-in-tables", () -> word(wordXml("<w:tbl><w:tr><w:tc>".repeat(100_000))));
    made.put("docx.entities", () -> word(externalEntity("document", outside)));
    made.put("docx.laughs", () -> word(laughs("document", 20)));
    made.put(
        "docx.links",
        () ->
            word(
                wordXml(
                    "<w:p><w:hyperlink r:id='rId1'><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>"
                        .repeat(200_000))));
    made.put( // A template, a picture and a subdocument from another host.
        "docx.outside",
        () ->
            word(
                wordXml(PARAGRAPH + "<w:subDoc r:id='rId9'/><w:altChunk r:id='rId9'/>"),
                "word/settings.xml",
                "<settings/>",
                "word/_rels/document.xml.rels",
                Office.rels(
                    "settings", "settings.xml", Office.external("image", outside + "/image")),
                "word/_rels/settings.xml.rels",
                Office.rels(
                    "image",
                    "document.xml",
                    Office.external("attachedTemplate", "file:///etc/passwd"))));
    made.put(
        "docx.relations",
        () ->
            word(
                wordXml(PARAGRAPH),
                "word/_rels/document.xml.rels",
                Office.rels(
                    "header",
                    "document.xml",
                    IntStream.range(10, 60_000)
                        .mapToObj(i -> Office.relation("r" + i, "header", "document.xml", ""))
                        .collect(Collectors.joining()))));
    made.put(
        "docx.content-types",
        () ->
            Packed.zip(
                "[Content_Types].xml",
                laughs("Types", 20),
                "_rels/.rels",
                externalEntity("Relationships", outside)));
    made.put(
        "docx.traversal",
        () ->
            word(
                wordXml(PARAGRAPH),
                "../../../../tmp/orbweaver-traversal",
                "x",
                "word/../../../etc/passwd",
                "x"));
    made.put(
        "xlsx.shared-strings",
        () ->
            workbook(
                row("r='1'", "<c r='A1' t='s'><v>2147483647</v></c>".repeat(10_000)),
                "<sst count='2147483647' uniqueCount='2147483647'><si><t>x</t></si></sst>"));
    made.put(
        "xlsx.cells",
        () ->
            workbook(
                row(
                    "r='1048576' spans='1:16384'",
                    "<c r='XFD1048576'><v>1e308</v></c>".repeat(300_000))));
    made.put("xlsx.rows", HostileOffice::sheetBomb);
    made.put("xlsx.entities", () -> workbook(externalEntity("worksheet", outside)));
    made.put("xlsx.laughs", () -> workbook(sheet(""), laughs("sst", 20)));
    made.put("pptx.entities", () -> presentation(externalEntity("sld", outside)));
    made.put("pptx.groups", () -> presentation(slide("<p:grpSp>".repeat(100_000))));
    made.put("pptx.shapes", () -> presentation(slide(Office.shape("x".repeat(50)).repeat(60_000))));
    made.put(
        "odt.entities",
        () ->
            openDocument(
                openText(Markup.externalDoctype("office:document-content", outside), "&e;")));
    made.put("odt.laughs", () -> openDocument(laughs("r", 20)));
    made.put(
        "odt.deep", () -> openDocument(openText("<text:list><text:list-item>".repeat(100_000))));
    made.put(
        "odt.tables",
        () ->
            openDocument(
                openText(
                    "<table:table-row table:number-rows-repeated='2147483647'><table:table-cell"
                        + " table:number-columns-repeated='2147483647'><text:p>x</text:p>"
                        + "</table:table-cell></table:table-row>")));
    made.put(
        "odt.bomb",
        () ->
            Packed.zipBomb(
                Packed.entries("mimetype", "application/vnd.oasis.opendocument.text"),
                "content.xml",
                openText("").replace(Office.OPEN_TEXT_END, ""),
                "<text:p>words </text:p>",
                10_000_000,
                Office.OPEN_TEXT_END));
    made.put(
        "odt.spaces",
        () -> openDocument(openText("<text:p><text:s text:c='2147483647'/>x</text:p>")));
    made.put("epub.entities", () -> epub(externalEntity("html", outside), 1));
    made.put(
        "epub.spine", () -> epub(XHTML + "<p>words</p>".repeat(3000) + "</body></html>", 50_000));
    made.put("epub.deep", () -> epub(XHTML + "<div>".repeat(200_000), 1));
    made.put(
        "pages.claims",
        () ->
            Packed.zip(
                "index.xml",
                externalEntity("sl:document", outside),
                "buildVersionHistory.plist",
                "x"));
    made.put(
        "idml.deep",
        () ->
            Packed.zip(
                "mimetype",
                "application/vnd.adobe.indesign-idml-package",
                "designmap.xml",
                "<Document>".repeat(100_000),
                "Stories/Story_1.xml",
                externalEntity("Story", outside)));
  }

  private static byte[] wordBomb(String head, String piece, long times, String tail) {
    return Packed.zipBomb(Office.wordParts(), WORD_TEXT, head, piece, times, tail);
  }

  private static String row(String attributes, String cells) {
    return sheet("<row " + attributes + ">" + cells + "</row>");
  }

  private static byte[] sheetBomb() {
    String whole = sheet("");
    int at = whole.indexOf("</sheetData>");
    return Packed.zipBomb(
        Office.workbookParts(null),
        "xl/worksheets/sheet1.xml",
        whole.substring(0, at),
        "<row><c><v>1</v></c><c t='inlineStr'><is><t>words</t></is></c></row>",
        4_000_000,
        whole.substring(at));
  }

  private static byte[] epub(String page, int times) {
    String container =
        """
        <?xml version='1.0'?>\
        <container xmlns='urn:oasis:names:tc:opendocument:xmlns:container' version='1.0'>\
        <rootfiles><rootfile full-path='a.opf' media-type='application/oebps-package+xml'/>\
        </rootfiles></container>\
        """;
    String book =
        """
        <?xml version='1.0'?><package xmlns='http://www.idpf.org/2007/opf'><manifest>\
        <item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest><spine>\
        """
            + "<itemref idref='a'/>".repeat(times)
            + "</spine></package>";
    return Packed.zip(
        "mimetype",
        "application/epub+zip",
        "META-INF/container.xml",
        container,
        "a.opf",
        book,
        "a.xhtml",
        page);
  }
}
