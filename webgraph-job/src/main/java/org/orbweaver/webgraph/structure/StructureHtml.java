package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.orbweaver.common.text.Digests;

/**
 * One HTML file with the pictures. The figures are JSON in a script element that is never run; the
 * page's own script sets them as text only. A content security policy admits that one script by its
 * hash, and nothing from anywhere else: names from the web stay names.
 */
public final class StructureHtml {
  private static final String PLACE = "/org/orbweaver/webgraph/structure/";

  private StructureHtml() {}

  /**
   * The file's text.
   *
   * @param json an object with the fields that {@code read graph --stats --json} prints
   */
  public static String page(String json) throws IOException {
    String script = resource("report.js");
    return resource("report.html")
        .replace("@HASH@", Digests.cspSource(script))
        .replace("@STYLE@", resource("report.css"))
        .replace("@SCRIPT@", script)
        .replace("@DATA@", inert(json));
  }

  /** JSON that cannot end its element or begin a comment in it. */
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
