package org.orbweaver.testkit.maze;

import java.time.LocalDate;
import java.util.List;

/**
 * A page template as content-management systems have it: style sheet, logo, navigation, breadcrumb,
 * author, date and footer. Honest pages and mazes can share one.
 *
 * @param name of the site
 * @param navigation links of each page
 * @param external the link to another site in the footer
 */
public record SiteTemplate(String name, List<Link> navigation, Link external) {
  /** A link; the reference may be relative. */
  public record Link(String href, String anchor) {
    String html() {
      return "<a href=\"" + escape(href) + "\">" + escape(anchor) + "</a>";
    }
  }

  /**
   * The parts of a page that differ.
   *
   * @param canonical URL of the page, empty for none
   * @param parent of the breadcrumb
   * @param links further pages
   */
  public record Page(
      String title,
      String canonical,
      Link parent,
      String author,
      LocalDate date,
      List<String> paragraphs,
      List<Link> links) {}

  /** The page as HTML. */
  public String html(Page page) {
    String title = escape(page.title);
    StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    html.append("<meta charset=\"utf-8\">\n<title>" + title + " – " + escape(name) + "</title>\n");
    html.append("<link rel=\"stylesheet\" href=\"/assets/site.css\">\n");
    if (!page.canonical.isEmpty()) {
      html.append("<link rel=\"canonical\" href=\"" + escape(page.canonical) + "\">\n");
    }
    html.append("</head>\n<body>\n<header>\n<img src=\"/assets/logo.png\" alt=\"" + escape(name));
    html.append("\" width=\"120\" height=\"40\">\n<nav>\n").append(list(navigation));
    html.append("</nav>\n</header>\n<main>\n<p class=\"breadcrumb\">" + page.parent.html());
    html.append(" » " + title + "</p>\n<article>\n<h1>" + title + "</h1>\n<p class=\"byline\">By ");
    html.append(escape(page.author) + ", <time datetime=\"" + page.date + "\">" + page.date);
    html.append("</time></p>\n")
        .append(paragraphs(page.paragraphs))
        .append("</article>\n<aside>\n");
    html.append("<h2>Related</h2>\n").append(list(page.links)).append("</aside>\n</main>\n");
    html.append("<footer>\n<p>© " + escape(name) + ". Made with " + external.html() + ".</p>\n");
    return html.append("</footer>\n</body>\n</html>\n").toString();
  }

  static String paragraphs(List<String> paragraphs) {
    StringBuilder html = new StringBuilder();
    paragraphs.forEach(it -> html.append("<p>" + escape(it) + "</p>\n"));
    return html.toString();
  }

  static String list(List<Link> links) {
    StringBuilder html = new StringBuilder("<ul>\n");
    links.forEach(link -> html.append("<li>" + link.html() + "</li>\n"));
    return html.append("</ul>\n").toString();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
