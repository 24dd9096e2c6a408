package org.orbweaver.testkit.documents;

import java.util.Locale;
import java.util.Map;

/** Minimal office files, and their parts. */
final class Office {
  private static final String HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>";
  private static final String RELATIONS =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  private static final String TYPES = "application/vnd.openxmlformats-officedocument.";
  private static final String SHEET = TYPES + "spreadsheetml.";
  private static final String SLIDE = TYPES + "presentationml.";
  private static final String SLIDE_XML =
      """
      <p:%s xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' \
      xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><p:cSld><p:spTree>\
      <p:nvGrpSpPr><p:cNvPr id='1' name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>\
      %s</p:spTree></p:cSld></p:%1$s>\
      """;

  static final String OPEN_TEXT_END = "</office:text></office:body></office:document-content>";

  private Office() {}

  /** The part that lists the others with their types; arguments: part, type, part, type … */
  private static String contentTypes(String... partsAndTypes) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append(
        """
        <Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>\
        <Default Extension='rels' \
        ContentType='application/vnd.openxmlformats-package.relationships+xml'/>\
        <Default Extension='xml' ContentType='application/xml'/>\
        """);
    for (int i = 0; i < partsAndTypes.length; i += 2) {
      text.append(
          String.format(
              Locale.ROOT,
              "<Override PartName='/%s' ContentType='%s+xml'/>",
              partsAndTypes[i],
              partsAndTypes[i + 1]));
    }
    return text.append("</Types>").toString();
  }

  static String rels(String type, String target, String... more) {
    return HEAD
        + "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
        + relation("rId1", type, target, "")
        + String.join("", more)
        + "</Relationships>";
  }

  static String relation(String id, String type, String target, String more) {
    return String.format(
        Locale.ROOT,
        "<Relationship Id='%s' Type='%s/%s' Target='%s' %s/>",
        id,
        RELATIONS,
        type,
        target,
        more);
  }

  /** A relationship to an external target. */
  static String external(String type, String target) {
    return relation("rId9", type, target, "TargetMode='External'");
  }

  /** The parts of a Word file except its text, {@code word/document.xml}. */
  static Map<String, byte[]> wordParts() {
    return Packed.entries(
        "[Content_Types].xml",
        contentTypes("word/document.xml", TYPES + "wordprocessingml.document.main"),
        "_rels/.rels",
        rels("officeDocument", "word/document.xml"));
  }

  static String wordXml(String body) {
    return HEAD + wordHead() + body + "</w:body></w:document>";
  }

  static String wordHead() {
    return "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
        + " xmlns:r='"
        + RELATIONS
        + "'><w:body>";
  }

  /** A Word file with this XML and any further parts: name, text, name, text … */
  static byte[] word(String xml, String... more) {
    Map<String, byte[]> parts = wordParts();
    parts.put("word/document.xml", Markup.utf8(xml));
    parts.putAll(Packed.entries(more));
    return Packed.zip(parts);
  }

  static String sheet(String rows) {
    return HEAD
        + "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
        + rows
        + "</sheetData></worksheet>";
  }

  /** A workbook of one sheet. */
  static byte[] workbook(String sheet) {
    return workbook(sheet, null);
  }

  /** A workbook of one sheet, with shared strings unless null. */
  static byte[] workbook(String sheet, String sharedStrings) {
    Map<String, byte[]> parts = workbookParts(sharedStrings);
    parts.put("xl/worksheets/sheet1.xml", Markup.utf8(sheet));
    return Packed.zip(parts);
  }

  /** The parts of a workbook except its sheet. */
  static Map<String, byte[]> workbookParts(String sharedStrings) {
    Map<String, byte[]> parts =
        Packed.entries(
            "[Content_Types].xml",
            contentTypes(
                "xl/workbook.xml",
                SHEET + "sheet.main",
                "xl/worksheets/sheet1.xml",
                SHEET + "worksheet",
                "xl/sharedStrings.xml",
                SHEET + "sharedStrings"),
            "_rels/.rels",
            rels("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml",
            HEAD
                + "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
                + (" xmlns:r='" + RELATIONS + "'>")
                + "<sheets><sheet name='One' sheetId='1' r:id='rId1'/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels",
            rels(
                "worksheet",
                "worksheets/sheet1.xml",
                sharedStrings == null
                    ? ""
                    : relation("rId2", "sharedStrings", "sharedStrings.xml", "")));
    if (sharedStrings != null) {
      parts.put("xl/sharedStrings.xml", Markup.utf8(sharedStrings));
    }
    return parts;
  }

  static String slide(String shapes) {
    return HEAD + String.format(Locale.ROOT, SLIDE_XML, "sld", shapes);
  }

  static String shape(String text) {
    return String.format(
        Locale.ROOT,
        """
        <p:sp><p:nvSpPr><p:cNvPr id='2' name='t'/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>\
        <p:txBody><a:bodyPr/><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>\
        """,
        text);
  }

  /** A presentation of one slide. */
  static byte[] presentation(String slide) {
    return Packed.zip(
        "[Content_Types].xml",
        contentTypes(
            "ppt/presentation.xml",
            SLIDE + "presentation.main",
            "ppt/slides/slide1.xml",
            SLIDE + "slide",
            "ppt/slideLayouts/slideLayout1.xml",
            SLIDE + "slideLayout",
            "ppt/slideMasters/slideMaster1.xml",
            SLIDE + "slideMaster"),
        "_rels/.rels",
        rels("officeDocument", "ppt/presentation.xml"),
        "ppt/presentation.xml",
        HEAD
            + "<p:presentation"
            + " xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'"
            + (" xmlns:r='" + RELATIONS + "'>")
            + "<p:sldIdLst><p:sldId id='256' r:id='rId1'/></p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels",
        rels("slide", "slides/slide1.xml"),
        "ppt/slides/slide1.xml",
        slide,
        "ppt/slides/_rels/slide1.xml.rels",
        rels("slideLayout", "../slideLayouts/slideLayout1.xml"),
        "ppt/slideLayouts/slideLayout1.xml",
        HEAD + String.format(Locale.ROOT, SLIDE_XML, "sldLayout", ""),
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
        rels("slideMaster", "../slideMasters/slideMaster1.xml"),
        "ppt/slideMasters/slideMaster1.xml",
        HEAD + String.format(Locale.ROOT, SLIDE_XML, "sldMaster", ""));
  }

  static String openText(String body) {
    return openText("", body);
  }

  static String openText(String doctype, String body) {
    return "<?xml version='1.0' encoding='UTF-8'?>"
        + doctype
        + "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
        + " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
        + " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'>"
        + "<office:body><office:text>"
        + body
        + OPEN_TEXT_END;
  }

  /** An OpenDocument text with this XML. */
  static byte[] openDocument(String xml) {
    return Packed.zip("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", xml);
  }
}
