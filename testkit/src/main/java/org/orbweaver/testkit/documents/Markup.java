package org.orbweaver.testkit.documents;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Hostile XML, RTF, mail and HTML. */
final class Markup {
  private Markup() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A document that asks for what is outside, in each way that XML has. */
  static String externalEntity(String root, String outside) {
    return "<?xml version='1.0'?>"
        + externalDoctype(root, outside)
        + "<"
        + root
        + ">&e;&f;</"
        + root
        + ">";
  }

  static String externalDoctype(String root, String outside) {
    return "<!DOCTYPE "
        + root
        + " SYSTEM '"
        + outside
        + "/dtd' [<!ENTITY e SYSTEM '"
        + outside
        + "/entity'><!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY % p SYSTEM '"
        + outside
        + "/parameter'>%p;]>";
  }

  /** Entities of entities: ten to the power of {@code depth} letters. */
  static String laughs(String root, int depth) {
    return "<?xml version='1.0'?>"
        + laughsDoctype(root, depth)
        + "<"
        + root
        + ">&a"
        + depth
        + ";</"
        + root
        + ">";
  }

  static String laughsDoctype(String root, int depth) {
    StringBuilder xml = new StringBuilder("<!DOCTYPE " + root + " [<!ENTITY a0 'ha'>");
    for (int i = 1; i <= depth; i++) {
      xml.append("<!ENTITY a").append(i).append(" '");
      xml.append(("&a" + (i - 1) + ";").repeat(10)).append("'>");
    }
    return xml.append("]>").toString();
  }

  private static String quadratic(String root) {
    return "<?xml version='1.0'?><!DOCTYPE "
        + root
        + " [<!ENTITY a '"
        + "x".repeat(60_000)
        + "'>]><"
        + root
        + ">"
        + "&a;".repeat(60_000)
        + "</"
        + root
        + ">";
  }

  private static String deep(String element, int depth) {
    return "<?xml version='1.0'?>" + ("<" + element + ">").repeat(depth);
  }

  private static String attributes(int count) {
    StringBuilder xml = new StringBuilder("<?xml version='1.0'?><r");
    for (int i = 0; i < count; i++) {
      xml.append(" a").append(i).append("='x'");
    }
    return xml.append("/>").toString();
  }

  private static String namespaces(int count) {
    StringBuilder xml = new StringBuilder("<?xml version='1.0'?>");
    for (int i = 0; i < count; i++) {
      xml.append("<n")
          .append(i)
          .append(":a xmlns:n")
          .append(i)
          .append("='urn:")
          .append(i)
          .append("'>");
    }
    return xml.toString();
  }

  /** XML files by name; the type is the part before the first dot. */
  static Map<String, byte[]> xml(String outside) {
    Map<String, byte[]> made = new LinkedHashMap<>();
    made.put("xml.entities", utf8(externalEntity("r", outside)));
    made.put("xml.laughs", utf8(laughs("r", 20)));
    made.put("xml.quadratic", utf8(quadratic("r")));
    made.put("xml.deep", utf8(deep("a", 500_000)));
    made.put("xml.attributes", utf8(attributes(100_000)));
    made.put("xml.namespaces", utf8(namespaces(20_000)));
    made.put("xml.comment", utf8("<?xml version='1.0'?><!--" + "-x".repeat(1_000_000)));
    made.put("xml.long-name", utf8("<?xml version='1.0'?><" + "a".repeat(3_000_000)));
    made.put(
        "xml.include",
        utf8(
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='"
                + outside
                + "'/></r>"));
    made.put(
        "xml.stylesheet",
        utf8("<?xml version='1.0'?><?xml-stylesheet href='" + outside + "' type='text/xsl'?><r/>"));
    made.put(
        "xml.schema",
        utf8(
            "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='a "
                + outside
                + "'/>"));
    made.put("xml.encoding", utf8("<?xml version='1.0' encoding='UTF-32'?><r>x</r>"));
    made.put("rss.entities", utf8(externalEntity("rss", outside)));
    made.put("rss.laughs", utf8(laughs("rss", 20)));
    made.put("rss.deep", utf8("<rss version='2.0'><channel>" + "<item>".repeat(200_000)));
    made.put("fb2.entities", utf8(externalEntity("FictionBook", outside)));
    made.put(
        "fb2.deep",
        utf8(
            "<FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0'>"
                + "<section>".repeat(300_000)));
    made.put("svg.entities", utf8(externalEntity("svg", outside)));
    made.put(
        "fodt.entities",
        utf8(
            Office.openText(
                externalDoctype("office:document-content", outside), "<text:p>&e;</text:p>")));
    made.put("fodt.deep", utf8(Office.openText("<text:list><text:list-item>".repeat(100_000))));
    made.put("wordml.entities", utf8(externalEntity("w:wordDocument", outside)));
    made.put(
        "wordml.deep",
        utf8(
            "<?xml version='1.0'?><?mso-application progid='Word.Document'?><w:wordDocument"
                + " xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'><w:body>"
                + "<w:tbl><w:tr><w:tc>".repeat(100_000)));
    made.put(
        "sheetml.deep",
        utf8(
            "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook"
                + " xmlns='urn:schemas-microsoft-com:office:spreadsheet'>"
                + "<Worksheet><Table>".repeat(100_000)));
    return made;
  }

  static Map<String, byte[]> rtf() {
    Map<String, byte[]> made = new LinkedHashMap<>();
    made.put("rtf.deep", utf8("{\\rtf1 " + "{".repeat(1_000_000)));
    made.put("rtf.closed", utf8("{\\rtf1 " + "}".repeat(1_000_000)));
    made.put("rtf.bin", utf8("{\\rtf1 {\\pict\\bin2147483647 x}}"));
    made.put("rtf.bin-negative", utf8("{\\rtf1 {\\pict\\bin-2147483648 x}}"));
    made.put(
        "rtf.object",
        utf8("{\\rtf1{\\object\\objdata " + "d0cf11e0a1b11ae1".repeat(200_000) + "}}"));
    made.put(
        "rtf.package",
        utf8("{\\rtf1{\\object\\objdata 0105000002000000ffffff7f" + "50".repeat(1000) + "}}"));
    made.put("rtf.fonts", utf8("{\\rtf1{\\fonttbl" + "{\\f0 a;}".repeat(300_000) + "}}"));
    made.put(
        "rtf.lists",
        utf8("{\\rtf1{\\*\\listtable" + "{\\list\\listid-1{\\listlevel".repeat(100_000)));
    made.put("rtf.unicode", utf8("{\\rtf1\\uc2147483647 " + "\\u-1 ".repeat(500_000) + "}"));
    made.put(
        "rtf.fields",
        utf8("{\\rtf1" + "{\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt ".repeat(60_000)));
    return made;
  }

  static Map<String, byte[]> mail() {
    Map<String, byte[]> made = new LinkedHashMap<>();
    StringBuilder parts = new StringBuilder("From: a@b.example\nMIME-Version: 1.0\n");
    for (int i = 0; i < 20_000; i++) {
      parts
          .append("Content-Type: multipart/mixed; boundary=b")
          .append(i)
          .append("\n\n--b")
          .append(i)
          .append('\n');
    }
    made.put("eml.parts-in-parts", utf8(parts.toString()));
    made.put(
        "eml.mails-in-mails",
        utf8("From: a@b.example\nContent-Type: message/rfc822\n\n".repeat(50_000)));
    made.put(
        "eml.header", utf8("From: a@b.example\nSubject: " + "x ".repeat(2_000_000) + "\n\nbody"));
    made.put("eml.headers", utf8("From: a@b.example\n" + "X-A: b\n".repeat(400_000) + "\nbody"));
    made.put(
        "eml.encoded-words",
        utf8("From: a@b.example\nSubject: " + "=?utf-8?B?".repeat(200_000) + "\n\nbody"));
    made.put(
        "eml.base64",
        utf8(
            "From: a@b.example\n"
                + "Content-Type: application/zip\n"
                + "Content-Transfer-Encoding: base64\n\n"
                + "UEsD".repeat(500_000)));
    return made;
  }

  static Map<String, byte[]> html(String outside) {
    Map<String, byte[]> made = new LinkedHashMap<>();
    made.put("html.deep", utf8("<!doctype html>" + "<div>".repeat(400_000) + "words"));
    made.put(
        "html.formatting",
        utf8("<!doctype html>" + "<b><i><font color=a>".repeat(60_000) + "</p>".repeat(10_000)));
    made.put(
        "html.links",
        utf8("<!doctype html>" + "<a href=x>".repeat(200_000) + "<table>".repeat(50_000)));
    made.put("html.misnested", utf8("<!doctype html>" + "<a><p><b></a>".repeat(60_000)));
    made.put(
        "html.tables",
        utf8("<!doctype html>" + "<table><tr><td>".repeat(60_000) + "x".repeat(100_000)));
    made.put("html.templates", utf8("<!doctype html>" + "<template>".repeat(100_000)));
    made.put("html.attributes", utf8("<!doctype html>" + attributes(200_000).substring(21)));
    made.put(
        "html.foreign", utf8("<!doctype html>" + "<svg><foreignObject><math><mi>".repeat(40_000)));
    made.put("html.comments", utf8("<!doctype html>" + "<!--".repeat(500_000)));
    made.put("html.entities", utf8("<!doctype html>" + "&#x10FFFF;&amp".repeat(300_000)));
    made.put("html.selects", utf8("<!doctype html>" + "<select><option>".repeat(100_000)));
    made.put("html.title", utf8("<!doctype html><title>" + "<title>".repeat(400_000)));
    made.put(
        "html.meta",
        utf8(
            "<!doctype html>"
                + ("<meta name=robots content='" + "index,".repeat(50) + "'>").repeat(10_000)));
    made.put(
        "html.base",
        utf8(
            "<!doctype html><base href='"
                + outside
                + "'><img src='"
                + outside
                + "/picture'><iframe src='"
                + outside
                + "/frame'>"));
    made.put("html.one-tag", utf8("<!doctype html><" + "a".repeat(4_000_000)));
    made.put("html.nulls", new byte[2_000_000]);
    made.put("html.carriage-returns", utf8("<!doctype html><pre>" + "\r".repeat(3_000_000)));
    return made;
  }
}
