package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.orbweaver.common.text.Digests;

/**
 * One HTML file with the pictures. The figures are JSON in a script element that is never executed;
 * the page's own script inserts them as text only. A content security policy allows that one script
 * by its hash, and nothing from anywhere else, so that names from the web cannot become code.
 */
public final class StructureHtml {
  private static final String PLACE = "/org/orbweaver/webgraph/structure/";

  private StructureHtml() {}

  /**
   * The page as a complete file.
   *
   * @param json an object with the fields printed by {@code read graph --stats --json}
   */
  public static String page(String json) throws IOException {
    String script = script();
    return resource("report.html")
        .replace("@HASH@", Digests.cspSource(script))
        .replace("@STYLE@", "<style>\n" + style() + "</style>")
        .replace("@BRAND@", "Orbweaver")
        .replace("@SCRIPT@", "<script>" + script + "</script>")
        .replace("@DATA@", inert(json));
  }

  /**
   * The page on a server that has {@link #style} and {@link #script} at the page's path with {@code
   * .css} and {@code .js}.
   *
   * @param path of the page
   * @param report path of the page that links to it
   */
  public static String served(String json, String path, String report) throws IOException {
    return resource("report.html")
        .replace("'@HASH@'", "'self'")
        .replace("@STYLE@", "<link rel=\"stylesheet\" href=\"" + path + ".css\">")
        .replace("@BRAND@", "<a href=\"" + report + "\">Orbweaver: the report</a>")
        .replace("@SCRIPT@", "<script src=\"" + path + ".js\"></script>")
        .replace("@DATA@", inert(json));
  }

  /** The style sheet. */
  public static String style() throws IOException {
    return resource("report.css");
  }

  /** The script. */
  public static String script() throws IOException {
    return resource("report.js");
  }

  /** Escapes JSON so that it cannot end its element or begin a comment in it. */
  static String inert(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = StructureHtml.class.getResourceAsStream(PLACE + name)) {
      if (in == null) {
        throw new IOException("missing from the program: " + PLACE + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
