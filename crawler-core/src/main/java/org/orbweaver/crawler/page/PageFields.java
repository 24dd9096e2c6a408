package org.orbweaver.crawler.page;

import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.site.FieldSelector;

/**
 * Takes from a page the fields that its site names. The values of a field are the texts of all
 * elements of its selector, or an attribute of them; of a meta element, its content.
 *
 * @param absolute makes the value of an attribute an absolute URL; null if it is none
 */
record PageFields(UnaryOperator<String> absolute, Deadline deadline) {
  private static final int MAX_VALUES = 20;
  private static final int MAX_CHARS = 1000;

  private static final Set<String> URLS =
      Set.of("href", "src", "action", "formaction", "cite", "data", "poster", "longdesc");

  /** Puts each field that has a value into the metadata, one value a line. */
  void putAll(Document page, Map<String, FieldSelector> fields, Map<String, String> meta) {
    fields.forEach(
        (name, selector) -> {
          deadline.check();
          String values =
              page.selectStream(selector.elements())
                  .map(element -> value(element, selector.attribute()))
                  .filter(value -> !value.isEmpty())
                  .limit(MAX_VALUES)
                  .collect(Collectors.joining("\n"));
          MetaNames.put(meta, MetaNames.FIELD + name, values);
        });
  }

  private String value(Element element, String attribute) {
    deadline.check();
    boolean isMeta = element.normalName().equals("meta");
    String name = attribute.isEmpty() && isMeta ? "content" : attribute;
    String value = name.isEmpty() ? element.text() : element.attr(name);
    String url =
        URLS.contains(attribute) && !value.isBlank() ? absolute.apply(value.strip()) : null;
    return TextCollector.collapse(url == null ? value : url, MAX_CHARS);
  }
}
