package org.orbweaver.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/**
 * A parser of document types. It works in a parser process: without network, and with the limits on
 * time, memory and output of all parsers; up to Java 23, files other than the jars of plugins are
 * closed to it. Tasks make one, too, to ask for its types, so what is large is loaded at the first
 * document.
 *
 * <pre>
 * final class Subtitles implements DocumentParser {
 *   &#64;Override
 *   public List&lt;String&gt; types() {
 *     return List.of("application/x-subrip");
 *   }
 *
 *   &#64;Override
 *   public void parse(InputStream document, Output output) throws IOException {
 *     for (String line : new String(document.readAllBytes(), UTF_8).split("\\R")) {
 *       if (!line.isBlank() &amp;&amp; !line.contains("--&gt;")) {
 *         output.text(line);
 *       }
 *     }
 *   }
 * }
 * </pre>
 */
public interface DocumentParser {
  /** The media types that it reads, without parameters; it takes precedence. */
  List<String> types();

  /**
   * Endings of file names, as {@code "gpx"}, that mean its first type where a server reports only a
   * generic type (text, XML or octet-stream).
   */
  default Set<String> extensions() {
    return Set.of();
  }

  /**
   * Reads a document. What was put out before an exception is kept, and the page is marked as
   * partly read.
   *
   * @throws IOException if the document is broken
   */
  void parse(InputStream document, Output output) throws Exception;

  /** Takes what a parser finds, in the order of the document. */
  interface Output {
    /** The title; the last one holds. */
    void title(String title);

    /** A paragraph of text. */
    void text(String paragraph);

    /** A heading, which is also part of the text. */
    void heading(String heading);

    /**
     * A link, whose text is also part of the document's.
     *
     * @param reference absolute, or relative to the document
     */
    void link(String reference, String text);

    /**
     * A statement about the document: {@code author}, {@code description}, {@code keywords}, {@code
     * language}, {@code created} or {@code modified} (ISO 8601). Others are ignored.
     */
    void property(String name, String value);

    /**
     * A document within this one, which is read in its turn and added to the text.
     *
     * @param name of the file, or empty
     * @param type its media type, or empty to detect it
     */
    void member(String name, String type, InputStream content) throws IOException;
  }
}
