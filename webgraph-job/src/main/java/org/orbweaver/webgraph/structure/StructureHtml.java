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
   * The file's text.
   *
   * @param json an object with the fields printed by {@code read graph --stats --json}
   */
  public static String page(String json) throws IOException {
    String script = resource("report.js");
    return resource("report.html")
        .replace("@HASH@", Digests.cspSource(script))
        .replace("@STYLE@", resource("report.css"))
        .replace("@SCRIPT@", script)
        .replace("@DATA@", inert(json));
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
