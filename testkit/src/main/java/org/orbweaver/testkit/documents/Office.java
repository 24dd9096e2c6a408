package org.orbweaver.testkit.documents;

import java.util.Map;

/** The parts that office files are made of, the fewest that are read. */
final class Office {
  static final String WORD =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  static final String SHEETS =
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
  static final String SLIDES =
      "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml";

  private static final String SLIDE =
      "application/vnd.openxmlformats-officedocument.presentationml.";

  private static final String HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>";
  private static final String RELATIONS =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";
  private static final String MAIN = "http://schemas.openxmlformats.org/";

  private Office() {}

  static String contentTypes(String part, String type, String... more) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append("<Types xmlns='")
        .append(PACKAGE)
        .append("content-types'>")
        .append(
            "<Default Extension='rels'"
                + " ContentType='application/vnd.openxmlformats-package.relationships+xml'/>")
        .append("<Default Extension='xml' ContentType='application/xml'/>");
    override(text, part, type);
    for (int i = 0; i < more.length; i += 2) {
      override(text, more[i], more[i + 1]);
    }
    return text.append("</Types>").toString();
  }

  private static void override(StringBuilder text, String part, String type) {
    text.append("<Override PartName='")
        .append(part)
        .append("' ContentType='")
        .append(type)
        .append("'/>");
  }

  static String rels(String target) {
    return rels("officeDocument", target, "");
  }

  static String rels(String type, String target, String more) {
    return HEAD
        + "<Relationships xmlns='"
        + PACKAGE
        + "relationships'><Relationship Id='rId1' Type='"
        + RELATIONS
        + "/"
        + type
        + "' Target='"
        + target
        + "'/>"
        + more
        + "</Relationships>";
  }

  /** A relationship to something outside. */
  static String external(String type, String target) {
    return "<Relationship Id='rId9' Type='"
        + RELATIONS
        + "/"
        + type
        + "' Target='"
        + target
        + "' TargetMode='External'/>";
  }

  static String wordDocument(String body) {
    return HEAD + wordHead() + body + "</w:body></w:document>";
  }

  static String wordHead() {
    return "<w:document xmlns:w='"
        + MAIN
        + "wordprocessingml/2006/main' xmlns:r='"
        + RELATIONS
        + "'><w:body>";
  }

  static String sheet(String rows) {
    return HEAD
        + "<worksheet xmlns='"
        + MAIN
        + "spreadsheetml/2006/main'><sheetData>"
        + rows
        + "</sheetData></worksheet>";
  }

  /** A workbook of one sheet; shared strings where they are given. */
  static Map<String, byte[]> workbook(String sheet, String sharedStrings) {
    String type = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
    String shared =
        sharedStrings == null
            ? ""
            : "<Relationship Id='rId2' Type='"
                + RELATIONS
                + "/sharedStrings' Target='sharedStrings.xml'/>";
    Map<String, byte[]> entries =
        Packed.entries(
            "[Content_Types].xml",
            contentTypes(
                "/xl/workbook.xml",
                SHEETS,
                "/xl/worksheets/sheet1.xml",
                type + "worksheet+xml",
                "/xl/sharedStrings.xml",
                type + "sharedStrings+xml"),
            "_rels/.rels",
            rels("xl/workbook.xml"),
            "xl/workbook.xml",
            HEAD
                + "<workbook xmlns='"
                + MAIN
                + "spreadsheetml/2006/main' xmlns:r='"
                + RELATIONS
                + "'><sheets><sheet name='One' sheetId='1' r:id='rId1'/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels",
            rels("worksheet", "worksheets/sheet1.xml", shared),
            "xl/worksheets/sheet1.xml",
            sheet);
    if (sharedStrings != null) {
      entries.putAll(Packed.entries("xl/sharedStrings.xml", sharedStrings));
    }
    return entries;
  }

  static String slide(String shapes) {
    return HEAD
        + "<p:sld xmlns:p='"
        + MAIN
        + "presentationml/2006/main' xmlns:a='"
        + MAIN
        + "drawingml/2006/main'><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id='1'"
        + " name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>"
        + shapes
        + "</p:spTree></p:cSld></p:sld>";
  }

  static String shape(String text) {
    return "<p:sp><p:nvSpPr><p:cNvPr id='2' name='t'/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>"
        + "<p:txBody><a:bodyPr/><a:p><a:r><a:t>"
        + text
        + "</a:t></a:r></a:p></p:txBody></p:sp>";
  }

  static Map<String, byte[]> presentation(String slide) {
    return Packed.entries(
        "[Content_Types].xml",
        contentTypes(
            "/ppt/presentation.xml",
            SLIDES,
            "/ppt/slides/slide1.xml",
            SLIDE + "slide+xml",
            "/ppt/slideLayouts/slideLayout1.xml",
            SLIDE + "slideLayout+xml",
            "/ppt/slideMasters/slideMaster1.xml",
            SLIDE + "slideMaster+xml"),
        "_rels/.rels",
        rels("ppt/presentation.xml"),
        "ppt/presentation.xml",
        HEAD
            + "<p:presentation xmlns:p='"
            + MAIN
            + "presentationml/2006/main' xmlns:r='"
            + RELATIONS
            + "'><p:sldIdLst><p:sldId id='256' r:id='rId1'/></p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels",
        rels("slide", "slides/slide1.xml", ""),
        "ppt/slides/slide1.xml",
        slide,
        "ppt/slides/_rels/slide1.xml.rels",
        rels("slideLayout", "../slideLayouts/slideLayout1.xml", ""),
        "ppt/slideLayouts/slideLayout1.xml",
        slide("").replace("p:sld ", "p:sldLayout ").replace("/p:sld>", "/p:sldLayout>"),
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
        rels("slideMaster", "../slideMasters/slideMaster1.xml", ""),
        "ppt/slideMasters/slideMaster1.xml",
        slide("").replace("p:sld ", "p:sldMaster ").replace("/p:sld>", "/p:sldMaster>"));
  }

  static String openText(String body) {
    return openText("", body);
  }

  static String openText(String doctype, String body) {
    return "<?xml version='1.0' encoding='UTF-8'?>"
        + doctype
        + "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
        + " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
        + " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'><office:body><office:text>"
        + body
        + "</office:text></office:body></office:document-content>";
  }

  static Map<String, byte[]> openDocument(String content) {
    return Packed.entries(
        "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", content);
  }
}
