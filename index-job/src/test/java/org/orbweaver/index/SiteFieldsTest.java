package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.plugin.IndexFields;

class SiteFieldsTest {
  @Test
  void capitalsAreSmallLettersInTheIndex() {
    Map<String, List<String>> fields =
        Map.of(
            "Price",
            List.of("1 EUR"),
            "Title",
            List.of("T"),
            "a.b",
            List.of("x"),
            "a".repeat(65),
            List.of("y"));
    List<String> added = new ArrayList<>();
    IndexFields.Page page =
        (IndexFields.Page)
            Proxy.newProxyInstance(
                IndexFields.class.getClassLoader(),
                new Class<?>[] {IndexFields.Page.class},
                (self, method, arguments) -> fields);
    IndexFields.Output output =
        (IndexFields.Output)
            Proxy.newProxyInstance(
                IndexFields.class.getClassLoader(),
                new Class<?>[] {IndexFields.Output.class},
                (self, method, arguments) -> {
                  added.add(method.getName() + List.of(arguments));
                  return null;
                });
    new SiteFields().fields(page, output);
    assertEquals(List.of("text[price, 1 EUR]", "keyword[price, 1 EUR]"), added);
  }
}
