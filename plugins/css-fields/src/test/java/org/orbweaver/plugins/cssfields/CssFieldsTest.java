package org.orbweaver.plugins.cssfields;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.loader.PluginSource;
import org.orbweaver.plugin.loader.Provided;

class CssFieldsTest {
  private static PluginSettings settings(String name, String selector) {
    return new PluginSource(List.of(), Map.of("css-fields.select." + name, selector))
        .settingsOf("css-fields");
  }

  private static String field(String html, String selector) {
    List<Provided<PageFilter>> filters =
        new CssFields()
            .pageFilters(settings("x", selector)).stream()
                .map(filter -> new Provided<>("css-fields", filter))
                .toList();
    return new PageParser(
            ParseLimits.DEFAULT, "", new UrlNormalizer(), ContentSettings.DEFAULT, null, filters)
        .parse(
            new PageParser.Document(
                "http://a.example/", html.getBytes(UTF_8), "text/html", null, List.of()))
        .meta()
        .get("field.x");
  }

  @Test
  void textsAndAttributesAreTaken() {
    String html = "<p class=p>1 <b>€</b><p class=p>2<a rel=author href=/a>A</a><time datetime=3>";
    assertEquals("1 €\n2A", field(html, ".p"));
    assertEquals("http://a.example/a", field(html, "a[rel=author]@href"));
    assertEquals("3", field(html, "time@datetime"));
    assertNull(field(html, ".none"));
  }

  @Test
  void aBadSelectorIsNamed() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new CssFields().pageFilters(settings("price", "p[")));
    assertTrue(e.getMessage().startsWith("select.price is not a CSS selector: p["), e.getMessage());
  }
}
