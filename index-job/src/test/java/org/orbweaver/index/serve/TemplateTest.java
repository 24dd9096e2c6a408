package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.samskivert.mustache.MustacheException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<script>alert(1)</script>   | &lt;script&gt;alert(1)&lt;/script&gt;",
        "\" onclick=\"x              | &quot; onclick=&quot;x",
        "it's & so on                | it&#39;s &amp; so on",
        "{{name}}                    | {{name}}",
        "a\u001b[31mb\u0007c\u009bd  | a[31mbcd",
        "a\u202egpj.exe\u2066b\u2069 | agpj.exeb",
        "a\ud800b\uffffc             | abc",
        "\u05d0\u200f 😀 全文         | \u05d0\u200f 😀 全文",
      })
  void valueStaysText(String value, String written) {
    assertEquals(
        "<p title=\"" + written + "\">" + written + "</p>",
        new Template("<p title=\"{{v}}\">{{v}}</p>").render(Map.of("v", value)));
  }

  @Test
  void sectionsRepeatOrStandForWhatIsMissing() {
    Template template =
        new Template(
            """
            {{#list}}
            {{outer}}{{name}},
            {{/list}}
            {{^list}}none{{/list}}{{#names}}[{{.}}]{{/names}}\
            """);
    List<Map<String, String>> list = List.of(Map.of("name", "a"), Map.of("name", "b"));
    assertEquals("1a,\n1b,\n", template.render(Map.of("outer", 1, "list", list)));
    assertEquals(
        "none[<]".replace("<", "&lt;"),
        template.render(Map.of("outer", 1, "list", List.of(), "names", List.of("<"))));
    Template flag = new Template("{{#f}}yes{{/f}}{{^f}}no{{/f}}");
    assertEquals("yes", flag.render(Map.of("f", true)));
    assertEquals("no", flag.render(Map.of("f", false)));
    assertEquals("no", flag.render(Map.of("f", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{#a}}", "{{#a}}{{/b}}"})
  void brokenNestingIsRefused(String text) {
    assertThrows(MustacheException.class, () -> new Template(text).render(Map.of("a", 1)));
  }
}
