package org.orbweaver.orb.demo;

import java.util.ArrayList;
import java.util.List;

/** Builds a page of HTML: the plain, valid HTML of every site of the demo. */
final class DemoHtml {
  private final String siteTitle;
  private final String title;
  private final StringBuilder body = new StringBuilder(4_096);
  private final List<String> footer = new ArrayList<>();

  /**
   * A page with its title as heading.
   *
   * @param title empty for the front page
   */
  DemoHtml(String siteTitle, String title) {
    this.siteTitle = siteTitle;
    this.title = title;
    heading(1, title.isEmpty() ? siteTitle : title);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  static String link(String href, String text) {
    return "<a href=\"" + escape(href) + "\">" + escape(text) + "</a>";
  }

  DemoHtml heading(int level, String text) {
    return raw("<h" + level + ">" + escape(text) + "</h" + level + ">");
  }

  DemoHtml paragraph(String text) {
    return raw("<p>" + escape(text) + "</p>");
  }

  /** Appends markup unchanged. */
  DemoHtml raw(String html) {
    body.append(html).append('\n');
    return this;
  }

  DemoHtml list(List<String> items) {
    body.append("<ul>\n");
    items.forEach(item -> body.append("<li>").append(item).append("</li>\n"));
    body.append("</ul>\n");
    return this;
  }

  /** Appends the blocks of a text. */
  DemoHtml blocks(List<List<String>> blocks) {
    for (List<String> lines : blocks) {
      if (lines.get(0).startsWith("## ")) {
        heading(2, lines.get(0).substring(3));
      } else if (lines.get(0).startsWith("| ")) {
        List<String> verses = lines.stream().map(line -> escape(line.substring(2))).toList();
        raw("<p class=\"verse\">" + String.join("<br>\n", verses) + "</p>");
      } else {
        paragraph(String.join("\n", lines));
      }
    }
    return this;
  }

  /** Appends a link to the page's foot. */
  DemoHtml foot(String href, String text) {
    footer.add(link(href, text));
    return this;
  }

  String html() {
    String full = title.isEmpty() ? siteTitle : title + " – " + siteTitle;
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>"
        + escape(full)
        + "</title></head>\n<body>\n<main>\n"
        + body
        + "</main>\n<footer>"
        + String.join(" · ", footer)
        + "</footer>\n</body>\n</html>\n";
  }
}
