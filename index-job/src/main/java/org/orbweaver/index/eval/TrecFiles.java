package org.orbweaver.index.eval;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.util.IOConsumer;
import org.orbweaver.common.error.OrbException;

/**
 * Reads test collections, plain or gzipped, in UTF-8:
 *
 * <ul>
 *   <li>documents of TREC: {@code <DOC> <DOCNO>id</DOCNO> … </DOC>}, with any tags;
 *   <li>topics of TREC: {@code <top> <num>Number: id <title>… <desc>… </top>}, tags closed or not;
 *       the query is the title, else the description;
 *   <li>topics as lines of id, tab, query;
 *   <li>documents and topics of SMART ({@code .I id}, then {@code .T}, {@code .W} and others before
 *       their text), as Cranfield's. Topics are numbered in order, from 1, as in its judgements.
 * </ul>
 */
public final class TrecFiles {
  private static final Pattern TITLE =
      Pattern.compile("(?is)<(title|headline|ttl|hl|ti)>(.*?)</\\1>");

  /** Elements that are not text: names, headers of HTTP, code. */
  private static final Pattern NO_TEXT =
      Pattern.compile(
          "(?is)<(docno|docid|docoldno|dochdr|script|style)\\b[^>]*>.*?</\\1>|<!--.*?-->");

  private static final Pattern DOCNO = Pattern.compile("(?is)<docno>\\s*(.*?)\\s*</docno>");
  private static final Pattern TAG = Pattern.compile("</?[A-Za-z!?][^<>]{0,2000}>");
  private static final Pattern ENTITY = Pattern.compile("&(#?\\w{1,10});");
  private static final Pattern PART =
      Pattern.compile("(?is)<(num|title|desc|narr)>(.*?)(?=<[a-z/]|\\z)");
  private static final Pattern LABEL =
      Pattern.compile("(?i)^(number|topic|description|narrative)\\s*:");

  private TrecFiles() {}

  /**
   * A document.
   *
   * @param docno its name
   * @param title its title, or empty
   * @param text all its text, the title included
   */
  public record Doc(String docno, String title, String text) {}

  /**
   * Reads a file of documents; one of them is in memory at a time.
   *
   * @throws OrbException (failed) if the file holds none, or one without a name or an end
   */
  public static void documents(Path file, IOConsumer<Doc> sink) throws IOException {
    try (BufferedReader lines = open(file)) {
      StringBuilder doc = null;
      int found = 0;
      boolean smart = false;
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String start = line.strip().toLowerCase(Locale.ROOT);
        boolean smartStart = line.startsWith(".I ") && (smart || (found == 0 && doc == null));
        if (smartStart) {
          if (doc != null) {
            sink.accept(smart(doc.toString()));
          }
          smart = true;
          found++;
          doc = new StringBuilder();
        } else if (!smart && (start.startsWith("<doc>") || start.startsWith("<doc "))) {
          if (doc != null) {
            throw damaged(file, number, "a document begins before the last has ended");
          }
          doc = new StringBuilder();
        }
        if (doc != null) {
          doc.append(line).append('\n');
        }
        if (!smart && doc != null && start.endsWith("</doc>")) {
          sink.accept(sgml(file, number, doc.toString()));
          doc = null;
          found++;
        }
      }
      if (doc != null && !smart) {
        throw damaged(file, number, "the last document has no </DOC>");
      }
      if (doc != null) {
        sink.accept(smart(doc.toString()));
      }
      if (found == 0) {
        throw OrbException.failed(
            file
                + " holds no documents; expected <DOC><DOCNO>id</DOCNO>text</DOC> (TREC) or .I id"
                + " and .W text (SMART)");
      }
    }
  }

  private static Doc sgml(Path file, int line, String doc) {
    Matcher docno = DOCNO.matcher(doc);
    if (!docno.find() || docno.group(1).isEmpty() || docno.group(1).matches("(?s).*\\s.*")) {
      throw damaged(file, line, "the document that ends here has no <DOCNO> of one word");
    }
    Matcher title = TITLE.matcher(doc);
    return new Doc(
        docno.group(1), title.find() ? plain(title.group(2)) : "", plain(without(NO_TEXT, doc)));
  }

  private static String without(Pattern pattern, String text) {
    return pattern.matcher(text).replaceAll(" ");
  }

  /** Removes tags and resolves entities. */
  private static String plain(String sgml) {
    return ENTITY
        .matcher(without(TAG, sgml))
        .replaceAll(
            entity ->
                switch (entity.group(1)) {
                  case "amp" -> "&";
                  case "lt" -> "<";
                  case "gt" -> ">";
                  case "quot" -> "\"";
                  case "hyph" -> "-";
                  default -> " ";
                })
        .strip();
  }

  /** All parts but references are text, as are all elements of TREC's documents. */
  private static Doc smart(String record) {
    Map<String, String> parts = smartParts(record);
    String docno = parts.remove("I");
    parts.remove("X");
    return new Doc(docno, parts.getOrDefault("T", ""), String.join("\n", parts.values()));
  }

  private static Map<String, String> smartParts(String record) {
    Map<String, StringBuilder> parts = new LinkedHashMap<>();
    StringBuilder part = new StringBuilder();
    for (String line : record.split("\n", -1)) {
      if (line.matches("\\.[A-Z](\\s.*)?")) {
        part = parts.computeIfAbsent(line.substring(1, 2), name -> new StringBuilder());
        part.append(line.substring(2)).append('\n');
      } else {
        part.append(line).append('\n');
      }
    }
    Map<String, String> texts = new LinkedHashMap<>();
    parts.forEach((name, text) -> texts.put(name, text.toString().strip()));
    return texts;
  }

  /**
   * Reads topics: queries by their ids, in order.
   *
   * @throws OrbException (failed) if a line has none of the formats
   */
  public static Map<String, String> topics(Path file) throws IOException {
    String text;
    try (BufferedReader reader = open(file)) {
      StringBuilder all = new StringBuilder();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        all.append(line).append('\n');
      }
      text = all.toString();
    }
    Map<String, String> topics = new LinkedHashMap<>();
    if (text.stripLeading().startsWith(".I ")) {
      for (String record : text.split("(?m)^(?=\\.I )", -1)) {
        if (!record.isBlank()) {
          topics.put(Integer.toString(topics.size() + 1), smartParts(record).getOrDefault("W", ""));
        }
      }
    } else if (text.toLowerCase(Locale.ROOT).contains("<top>")) {
      List<String> tops = List.of(text.split("(?i)<top>", -1));
      for (String top : tops.subList(1, tops.size())) {
        topic(file, top, topics);
      }
    } else {
      tabbed(file, text, topics);
    }
    if (topics.isEmpty()) {
      throw OrbException.failed(file + " holds no topics");
    }
    return topics;
  }

  private static void topic(Path file, String top, Map<String, String> topics) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (Matcher part = PART.matcher(top); part.find(); ) {
      String value = plain(part.group(2));
      parts.putIfAbsent(part.group(1).toLowerCase(Locale.ROOT), without(LABEL, value).strip());
    }
    String query = parts.getOrDefault("title", "");
    query = query.isEmpty() ? parts.getOrDefault("desc", "") : query;
    String id = parts.getOrDefault("num", "");
    if (id.isEmpty() || query.isEmpty()) {
      throw OrbException.failed(
          file + ": topic '" + id + "' lacks a <num>, or a <title> or <desc> that is not empty");
    }
    topics.put(id, query);
  }

  private static void tabbed(Path file, String text, Map<String, String> topics) {
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      int tab = line.indexOf('\t');
      if (line.isBlank()) {
        continue;
      }
      if (tab <= 0 || line.substring(tab).isBlank()) {
        throw damaged(
            file, number, "expected <top> topics (TREC), .I topics (SMART) or id<TAB>query");
      }
      topics.put(line.substring(0, tab).strip(), line.substring(tab + 1).strip());
    }
  }

  /** Takes rows one by one, with the numbers of their lines. */
  interface RowSink {
    void accept(int line, String[] fields);
  }

  /** Reads the fields of each line that is not blank, separated by white space. */
  static void rows(Path file, String expected, RowSink sink, int... counts) throws IOException {
    try (BufferedReader lines = open(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] fields = line.strip().split("\\s+", -1);
        boolean fits = false;
        for (int count : counts) {
          fits |= fields.length == count;
        }
        if (fits) {
          sink.accept(number, fields);
        } else if (!line.isBlank()) {
          throw damaged(file, number, "expected '" + expected + "', got '" + line.strip() + "'");
        }
      }
    }
  }

  static OrbException damaged(Path file, int line, String what) {
    return OrbException.failed(file + ", line " + line + ": " + what);
  }

  private static BufferedReader open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw OrbException.failed(file + " is not a file");
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return new BufferedReader(
        new InputStreamReader(gzip ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8));
  }
}
