package org.orbweaver.testkit.documents;

import java.util.LinkedHashMap;
import java.util.Map;

/** Office files that hold more than they look, or nest, or ask for what is outside. */
final class HostileOffice {
  private HostileOffice() {}

  /** Files by name; the type is the part before the first dot. */
  static Map<String, byte[]> make(String outside) {
    Map<String, byte[]> made = new LinkedHashMap<>();
    Map<String, byte[]> word = word();
    String paragraph = "<w:p><w:r><w:t>word </w:t></w:r></w:p>";
    String tail = "</w:body></w:document>";
    made.put(
        "docx.paragraphs",
        Packed.zipBomb(word, "word/document.xml", Office.wordHead(), paragraph, 4_000_000, tail));
    made.put(
        "docx.one-run",
        Packed.zipBomb(
            word,
            "word/document.xml",
            Office.wordHead() + "<w:p><w:r><w:t>",
            "a",
            400L << 20,
            "</w:t></w:r></w:p>" + tail));
    made.put(
        "docx.one-attribute",
        Packed.zipBomb(word, "word/document.xml", "<w:document a='", "a", 400L << 20, "'/>"));
    made.put(
        "docx.tables-in-tables",
        document(Office.wordDocument("<w:tbl><w:tr><w:tc>".repeat(100_000))));
    made.put("docx.entities", document(Markup.externalEntity("document", outside)));
    made.put("docx.laughs", document(Markup.laughs("document", 20)));
    made.put(
        "docx.links",
        document(
            Office.wordDocument(
                "<w:p><w:hyperlink r:id='rId1'><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>"
                    .repeat(200_000))));
    made.put("docx.outside", outside(outside));
    made.put("docx.relations", relations());
    made.put(
        "docx.content-types",
        Packed.zip(
            Packed.entries(
                "[Content_Types].xml",
                Markup.laughs("Types", 20),
                "_rels/.rels",
                Markup.externalEntity("Relationships", outside))));
    made.put("docx.traversal", traversal());
    made.put(
        "xlsx.shared-strings",
        Packed.zip(
            Office.workbook(
                Office.sheet(
                    "<row r='1'>"
                        + "<c r='A1' t='s'><v>2147483647</v></c>".repeat(10_000)
                        + "</row>"),
                "<sst count='2147483647' uniqueCount='2147483647'><si><t>x</t></si></sst>")));
    made.put(
        "xlsx.cells",
        Packed.zip(
            Office.workbook(
                Office.sheet(
                    "<row r='1048576' spans='1:16384'>"
                        + "<c r='XFD1048576'><v>1e308</v></c>".repeat(300_000)
                        + "</row>"),
                null)));
    made.put("xlsx.rows", sheetBomb());
    made.put(
        "xlsx.entities",
        Packed.zip(Office.workbook(Markup.externalEntity("worksheet", outside), null)));
    made.put(
        "xlsx.laughs", Packed.zip(Office.workbook(Office.sheet(""), Markup.laughs("sst", 20))));
    made.put(
        "pptx.entities", Packed.zip(Office.presentation(Markup.externalEntity("sld", outside))));
    made.put(
        "pptx.groups", Packed.zip(Office.presentation(Office.slide("<p:grpSp>".repeat(100_000)))));
    made.put(
        "pptx.shapes",
        Packed.zip(Office.presentation(Office.slide(Office.shape("x".repeat(50)).repeat(60_000)))));
    made.put(
        "odt.entities",
        Packed.zip(
            Office.openDocument(
                Office.openText(
                    Markup.externalDoctype("office:document-content", outside), "&e;"))));
    made.put("odt.laughs", Packed.zip(Office.openDocument(Markup.laughs("r", 20))));
    made.put(
        "odt.deep",
        Packed.zip(
            Office.openDocument(Office.openText("<text:list><text:list-item>".repeat(100_000)))));
    made.put(
        "odt.tables",
        Packed.zip(
            Office.openDocument(
                Office.openText(
                    "<table:table-row table:number-rows-repeated='2147483647'><table:table-cell"
                        + " table:number-columns-repeated='2147483647'><text:p>x</text:p></table:table-cell></table:table-row>"))));
    made.put(
        "odt.bomb",
        Packed.zipBomb(
            Packed.entries("mimetype", "application/vnd.oasis.opendocument.text"),
            "content.xml",
            Office.openText("")
                .replace("</office:text></office:body></office:document-content>", ""),
            "<text:p>words </text:p>",
            10_000_000,
            "</office:text></office:body></office:document-content>"));
    made.put(
        "odt.spaces",
        Packed.zip(
            Office.openDocument(
                Office.openText("<text:p><text:s text:c='2147483647'/>x</text:p>"))));
    made.put("epub.entities", epub(Markup.externalEntity("html", outside), 1));
    made.put(
        "epub.spine",
        epub(
            "<html xmlns='http://www.w3.org/1999/xhtml'><body>"
                + "<p>words</p>".repeat(3000)
                + "</body></html>",
            50_000));
    made.put(
        "epub.deep",
        epub("<html xmlns='http://www.w3.org/1999/xhtml'><body>" + "<div>".repeat(200_000), 1));
    made.put(
        "pages.claims",
        Packed.zip(
            Packed.entries(
                "index.xml",
                Markup.externalEntity("sl:document", outside),
                "buildVersionHistory.plist",
                "x")));
    made.put(
        "idml.deep",
        Packed.zip(
            Packed.entries(
                "mimetype",
                "application/vnd.adobe.indesign-idml-package",
                "designmap.xml",
                "<Document>".repeat(100_000),
                "Stories/Story_1.xml",
                Markup.externalEntity("Story", outside))));
    return made;
  }

  private static Map<String, byte[]> word() {
    return Packed.entries(
        "[Content_Types].xml",
        Office.contentTypes("/word/document.xml", Office.WORD),
        "_rels/.rels",
        Office.rels("word/document.xml"));
  }

  private static byte[] document(String xml) {
    Map<String, byte[]> entries = word();
    entries.put("word/document.xml", Markup.utf8(xml));
    return Packed.zip(entries);
  }

  /** A template, a picture and a subdocument from another host. */
  private static byte[] outside(String url) {
    Map<String, byte[]> entries = word();
    entries.put(
        "word/document.xml",
        Markup.utf8(
            Office.wordDocument(
                "<w:p><w:r><w:t>x</w:t></w:r></w:p><w:subDoc r:id='rId9'/><w:altChunk"
                    + " r:id='rId9'/>")));
    entries.put("word/settings.xml", Markup.utf8("<settings/>"));
    entries.put(
        "word/_rels/document.xml.rels",
        Markup.utf8(
            Office.rels("settings", "settings.xml", Office.external("image", url + "/image"))));
    entries.put(
        "word/_rels/settings.xml.rels",
        Markup.utf8(
            Office.rels(
                "image",
                "document.xml",
                Office.external("attachedTemplate", "file:///etc/passwd"))));
    return Packed.zip(entries);
  }

  private static byte[] relations() {
    StringBuilder more = new StringBuilder();
    for (int i = 10; i < 60_000; i++) {
      more.append("<Relationship Id='r")
          .append(i)
          .append(
              "' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/header'"
                  + " Target='document.xml'/>");
    }
    Map<String, byte[]> entries = word();
    entries.put(
        "word/document.xml",
        Markup.utf8(Office.wordDocument("<w:p><w:r><w:t>x</w:t></w:r></w:p>")));
    entries.put(
        "word/_rels/document.xml.rels",
        Markup.utf8(Office.rels("header", "document.xml", more.toString())));
    return Packed.zip(entries);
  }

  private static byte[] traversal() {
    Map<String, byte[]> entries = word();
    entries.put(
        "word/document.xml",
        Markup.utf8(Office.wordDocument("<w:p><w:r><w:t>x</w:t></w:r></w:p>")));
    entries.put("../../../../tmp/orbweaver-traversal", Markup.utf8("x"));
    entries.put("word/../../../etc/passwd", Markup.utf8("x"));
    return Packed.zip(entries);
  }

  private static byte[] sheetBomb() {
    Map<String, byte[]> entries = Office.workbook("", null);
    entries.remove("xl/worksheets/sheet1.xml");
    String whole = Office.sheet("");
    int at = whole.indexOf("</sheetData>");
    return Packed.zipBomb(
        entries,
        "xl/worksheets/sheet1.xml",
        whole.substring(0, at),
        "<row><c><v>1</v></c><c t='inlineStr'><is><t>words</t></is></c></row>",
        4_000_000,
        whole.substring(at));
  }

  private static byte[] epub(String page, int times) {
    String container =
        "<?xml version='1.0'?><container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'"
            + " version='1.0'><rootfiles><rootfile full-path='a.opf'"
            + " media-type='application/oebps-package+xml'/></rootfiles></container>";
    String book =
        "<?xml version='1.0'?><package xmlns='http://www.idpf.org/2007/opf'><manifest><item id='a'"
            + " href='a.xhtml' media-type='application/xhtml+xml'/></manifest><spine>"
            + "<itemref idref='a'/>".repeat(times)
            + "</spine></package>";
    return Packed.zip(
        Packed.entries(
            "mimetype",
            "application/epub+zip",
            "META-INF/container.xml",
            container,
            "a.opf",
            book,
            "a.xhtml",
            page));
  }
}
