package org.orbweaver.plugins.cssfields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.loader.PluginSource;

class CssFieldsTest {
  private static PluginSettings settings(String name, String selector) {
    return new PluginSource(List.of(), Map.of("css-fields.select." + name, selector))
        .settingsOf("css-fields");
  }

  /** The fields of a page, as NAME=VALUE. */
  private static List<String> fields(String html, String selector) throws Exception {
    List<String> found = new ArrayList<>();
    PageFilter.Page page =
        (PageFilter.Page)
            Proxy.newProxyInstance(
                PageFilter.Page.class.getClassLoader(),
                new Class<?>[] {PageFilter.Page.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "dom" -> Optional.ofNullable(html).map(Jsoup::parse);
                      case "resolve" -> Optional.of("http://a.example" + arguments[0]);
                      case "field" -> found.add(arguments[0] + "=" + arguments[1]) ? null : null;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    new CssFields().pageFilters(settings("x", selector)).get(0).filter(page);
    return found;
  }

  @Test
  void textsAndAttributesAreTaken() throws Exception {
    String html = "<p class=p>1 <b>€</b><p class=p>2<a rel=author href=/a>A</a><time datetime=3>";
    assertEquals(List.of("x=1 €", "x=2A"), fields(html, ".p"));
    assertEquals(List.of("x=http://a.example/a"), fields(html, "a[rel=author]@href"));
    assertEquals(List.of("x=3"), fields(html, "time@datetime"));
    assertEquals(List.of(), fields(null, ".p"), "no elements");
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
