package org.orbweaver.orb.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DemoDocsTest {
  private static List<DemoDocs.Document> render(Map<String, String> sources) {
    return DemoDocs.render(new TreeMap<>(sources));
  }

  @Test
  void linksStayWithinTheDocuments() {
    List<DemoDocs.Document> documents =
        render(
            Map.of(
                "README.md",
                "# The `orb` command\n\n[a](docs/a.md#x) [out](https://example.org/) [code](pom.xml)"
                    + " [mail](mailto:x@example.org) ![picture](docs/p.png)",
                "docs/a.md",
                "Without a heading: [up](../README.md), [down](#down)"));

    DemoDocs.Document readme = documents.get(0);
    assertEquals("readme.html", readme.path());
    assertEquals("The orb command", readme.title());
    assertEquals("<p><a href=\"/docs/a.html#x\">a</a> out code mail picture</p>\n", readme.html());
    DemoDocs.Document a = documents.get(1);
    assertEquals("docs/a.html", a.path());
    assertEquals("docs/a.md", a.title());
    assertEquals(
        "<p>Without a heading: <a href=\"/readme.html\">up</a>, <a href=\"#down\">down</a></p>\n",
        a.html());
  }

  @Test
  void tablesAndMarkup() {
    String html =
        render(Map.of("x.md", "# X\n\n| a | b |\n|---|---|\n| 1 | <b>2</b> |\n")).get(0).html();
    assertEquals(
        "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
            + "<tbody><tr><td>1</td><td>&lt;b&gt;2&lt;/b&gt;</td></tr></tbody></table>",
        html.replace("\n", ""));
  }
}
