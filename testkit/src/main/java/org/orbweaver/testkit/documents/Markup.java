package org.orbweaver.testkit.documents;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Hostile XML, RTF, mail and HTML. */
final class Markup {
  private Markup() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A document that refers to the outside in every way that XML has. */
  static String externalEntity(String root, String outside) {
    return xml(root, externalDoctype(root, outside), "&e;&f;");
  }

  private static String xml(String root, String doctype, String content) {
    return String.format(
        Locale.ROOT, "<?xml version='1.0'?>%s<%s>%s</%2$s>", doctype, root, content);
  }

  static String externalDoctype(String root, String outside) {
    return String.format(
        Locale.ROOT,
        """
        <!DOCTYPE %s SYSTEM '%s/dtd' [<!ENTITY e SYSTEM '%2$s/entity'>\
        <!ENTITY f SYSTEM 'file:///etc/passwd'>\
        <!ENTITY %% p SYSTEM '%2$s/parameter'>%%p;]>\
        """,
        root,
        outside);
  }

  /** Entities of entities: ten to the power of {@code depth} letters. */
  static String laughs(String root, int depth) {
    StringBuilder doctype = new StringBuilder("<!DOCTYPE " + root + " [<!ENTITY a0 'ha'>");
    for (int i = 1; i <= depth; i++) {
      String inner = ("&a" + (i - 1) + ";").repeat(10);
      doctype.append(String.format(Locale.ROOT, "<!ENTITY a%d '%s'>", i, inner));
    }
    return xml(root, doctype + "]>", "&a" + depth + ";");
  }

  private static String quadratic(String root) {
    String entity = "<!ENTITY a '" + "x".repeat(60_000) + "'>";
    return xml(root, "<!DOCTYPE " + root + " [" + entity + "]>", "&a;".repeat(60_000));
  }

  private static String many(int count, String format) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("#", Integer.toString(i)))
        .collect(Collectors.joining());
  }

  /** Adds files by name; the type is the part before the first dot. */
  static void addTo(Map<String, Supplier<byte[]>> made, String outside) {
    xml(made, outside);
    rtf(made);
    mail(made);
    html(made, outside);
  }

  private static void put(Map<String, Supplier<byte[]>> made, String name, Supplier<String> text) {
    made.put(name, () -> utf8(text.get()));
  }

  private static void xml(Map<String, Supplier<byte[]>> made, String outside) {
    put(made, "xml.entities", () -> externalEntity("r", outside));
    put(made, "xml.laughs", () -> laughs("r", 20));
    put(made, "xml.quadratic", () -> quadratic("r"));
    put(made, "xml.deep", () -> "<?xml version='1.0'?>" + "<a>".repeat(500_000));
    put(made, "xml.attributes", () -> "<?xml version='1.0'?><r" + many(100_000, " a#='x'") + "/>");
    put(
        made,
        "xml.namespaces",
        () -> "<?xml version='1.0'?>" + many(20_000, "<n#:a xmlns:n#='urn:#'>"));
    put(made, "xml.comment", () -> "<?xml version='1.0'?><!--" + "-x".repeat(1_000_000));
    put(made, "xml.long-name", () -> "<?xml version='1.0'?><" + "a".repeat(3_000_000));
    put(
        made,
        "xml.include",
        () ->
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='"
                + outside
                + "'/></r>");
    put(
        made,
        "xml.stylesheet",
        () -> "<?xml version='1.0'?><?xml-stylesheet href='" + outside + "' type='text/xsl'?><r/>");
    put(
        made,
        "xml.schema",
        () ->
            "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='a "
                + outside
                + "'/>");
    put(made, "xml.encoding", () -> "<?xml version='1.0' encoding='UTF-32'?><r>x</r>");
    put(made, "rss.entities", () -> externalEntity("rss", outside));
    put(made, "rss.laughs", () -> laughs("rss", 20));
    put(made, "rss.deep", () -> "<rss version='2.0'><channel>" + "<item>".repeat(200_000));
    put(made, "fb2.entities", () -> externalEntity("FictionBook", outside));
    put(
        made,
        "fb2.deep",
        () ->
            "<FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0'>"
                + "<section>".repeat(300_000));
    put(made, "svg.entities", () -> externalEntity("svg", outside));
    put(
        made,
        "fodt.entities",
        () ->
            Office.openText(
                externalDoctype("office:document-content", outside), "<text:p>&e;</text:p>"));
    put(made, "fodt.deep", () -> Office.openText("<text:list><text:list-item>".repeat(100_000)));
    put(made, "wordml.entities", () -> externalEntity("w:wordDocument", outside));
    put(
        made,
        "wordml.deep",
        () ->
            "<?xml version='1.0'?><?mso-application progid='Word.Document'?><w:wordDocument"
                + " xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'><w:body>"
                + "<w:tbl><w:tr><w:tc>".repeat(100_000));
    put(
        made,
        "sheetml.deep",
        () ->
            "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook"
                + " xmlns='urn:schemas-microsoft-com:office:spreadsheet'>"
                + "<Worksheet><Table>".repeat(100_000));
  }

  private static void rtf(Map<String, Supplier<byte[]>> made) {
    put(made, "rtf.deep", () -> "{\\rtf1 " + "{".repeat(1_000_000));
    put(made, "rtf.closed", () -> "{\\rtf1 " + "}".repeat(1_000_000));
    put(made, "rtf.bin", () -> "{\\rtf1 {\\pict\\bin2147483647 x}}");
    put(made, "rtf.bin-negative", () -> "{\\rtf1 {\\pict\\bin-2147483648 x}}");
    put(
        made,
        "rtf.object",
        () -> "{\\rtf1{\\object\\objdata " + "d0cf11e0a1b11ae1".repeat(200_000) + "}}");
    put(
        made,
        "rtf.package",
        () -> "{\\rtf1{\\object\\objdata 0105000002000000ffffff7f" + "50".repeat(1000) + "}}");
    put(made, "rtf.fonts", () -> "{\\rtf1{\\fonttbl" + "{\\f0 a;}".repeat(300_000) + "}}");
    put(
        made,
        "rtf.lists",
        () -> "{\\rtf1{\\*\\listtable" + "{\\list\\listid-1{\\listlevel".repeat(100_000));
    put(made, "rtf.unicode", () -> "{\\rtf1\\uc2147483647 " + "\\u-1 ".repeat(500_000) + "}");
    put(
        made,
        "rtf.fields",
        () -> "{\\rtf1" + "{\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt ".repeat(60_000));
  }

  private static void mail(Map<String, Supplier<byte[]>> made) {
    put(
        made,
        "eml.parts-in-parts",
        () ->
            "From: a@b.example\nMIME-Version: 1.0\n"
                + many(20_000, "Content-Type: multipart/mixed; boundary=b#\n\n--b#\n"));
    put(
        made,
        "eml.mails-in-mails",
        () -> "From: a@b.example\nContent-Type: message/rfc822\n\n".repeat(50_000));
    put(
        made,
        "eml.header",
        () -> "From: a@b.example\nSubject: " + "x ".repeat(2_000_000) + "\n\nbody");
    put(made, "eml.headers", () -> "From: a@b.example\n" + "X-A: b\n".repeat(400_000) + "\nbody");
    put(
        made,
        "eml.encoded-words",
        () -> "From: a@b.example\nSubject: " + "=?utf-8?B?".repeat(200_000) + "\n\nbody");
    put(
        made,
        "eml.base64",
        () ->
            "From: a@b.example\n"
                + "Content-Type: application/zip\n"
                + "Content-Transfer-Encoding: base64\n\n"
                + "UEsD".repeat(500_000));
  }

  private static void html(Map<String, Supplier<byte[]>> made, String outside) {
    put(made, "html.deep", () -> "<!doctype html>" + "<div>".repeat(400_000) + "words");
    put(
        made,
        "html.formatting",
        () -> "<!doctype html>" + "<b><i><font color=a>".repeat(60_000) + "</p>".repeat(10_000));
    put(
        made,
        "html.links",
        () -> "<!doctype html>" + "<a href=x>".repeat(200_000) + "<table>".repeat(50_000));
    put(made, "html.misnested", () -> "<!doctype html>" + "<a><p><b></a>".repeat(60_000));
    put(
        made,
        "html.tables",
        () -> "<!doctype html>" + "<table><tr><td>".repeat(60_000) + "x".repeat(100_000));
    put(made, "html.templates", () -> "<!doctype html>" + "<template>".repeat(100_000));
    put(made, "html.attributes", () -> "<!doctype html>" + "<r" + many(200_000, " a#='x'") + "/>");
    put(
        made,
        "html.foreign",
        () -> "<!doctype html>" + "<svg><foreignObject><math><mi>".repeat(40_000));
    put(made, "html.comments", () -> "<!doctype html>" + "<!--".repeat(500_000));
    put(made, "html.entities", () -> "<!doctype html>" + "&#x10FFFF;&amp".repeat(300_000));
    put(made, "html.selects", () -> "<!doctype html>" + "<select><option>".repeat(100_000));
    put(made, "html.title", () -> "<!doctype html><title>" + "<title>".repeat(400_000));
    put(
        made,
        "html.meta",
        () ->
            "<!doctype html>"
                + ("<meta name=robots content='" + "index,".repeat(50) + "'>").repeat(10_000));
    put(
        made,
        "html.base",
        () ->
            "<!doctype html><base href='"
                + outside
                + "'><img src='"
                + outside
                + "/picture'><iframe src='"
                + outside
                + "/frame'>");
    put(made, "html.one-tag", () -> "<!doctype html><" + "a".repeat(4_000_000));
    made.put("html.nulls", () -> new byte[2_000_000]);
    put(made, "html.carriage-returns", () -> "<!doctype html><pre>" + "\r".repeat(3_000_000));
  }
}
