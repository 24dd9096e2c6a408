package org.orbweaver.crawler.page.markdown;

import java.util.Iterator;
import org.orbweaver.crawler.page.markdown.InlineText.Form;

/** Markdown of documents without elements. */
public final class PlainMarkdown {
  private PlainMarkdown() {}

  /**
   * A document such as a PDF: each line of its text is a paragraph, or a heading of the second
   * level, since the text has no levels and the title is the first.
   *
   * @param headings the lines that are headings, in their order; null for none
   */
  public static String ofLines(String text, String headings) {
    Iterator<String> titles = (headings == null ? "" : headings).lines().iterator();
    String next = titles.hasNext() ? titles.next() : null;
    StringBuilder out = new StringBuilder();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      boolean heading = line.equals(next);
      InlineText words = new InlineText();
      words.text(line);
      String block = words.take(heading ? Form.HEADING : Form.PARAGRAPH);
      if (!block.isEmpty()) {
        out.append(out.isEmpty() ? "" : "\n\n").append(heading ? "## " : "").append(block);
      }
      next = !heading ? next : titles.hasNext() ? titles.next() : null;
    }
    return out.toString();
  }

  /** A plain text whose paragraphs are separated by empty lines; its lines stay. */
  public static String ofProse(String text) {
    StringBuilder out = new StringBuilder();
    for (String paragraph : text.split("\\R[ \\t]*(?:\\R[ \\t]*)+", -1)) {
      InlineText words = new InlineText();
      paragraph
          .lines()
          .forEach(
              line -> {
                words.text(line);
                words.lineBreak();
              });
      String block = words.take(Form.PARAGRAPH);
      out.append(out.isEmpty() || block.isEmpty() ? "" : "\n\n").append(block);
    }
    return out.toString();
  }

  /** A text that is not prose: source code, tables of figures. */
  public static String ofCode(String text) {
    String code = text.stripTrailing().replace("\r\n", "\n").replace('\r', '\n');
    String fence = "`".repeat(Math.max(3, InlineText.longestRun(code) + 1));
    return code.isEmpty() ? "" : fence + '\n' + code + '\n' + fence;
  }
}
