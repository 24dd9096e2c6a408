package org.orbweaver.crawler.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.content.SiteSelectors;
import org.orbweaver.crawler.site.FieldSelector;
import org.orbweaver.plugin.PageFilter;

/**
 * Takes from a page the fields that its site names. The values of a field are the texts of all
 * elements of its selector, or an attribute of them, absolute if it is a URL; of a meta element,
 * its content.
 *
 * @param always further fields, of all pages
 */
public record SiteFields(SiteSelectors sites, Map<String, FieldSelector> always)
    implements PageFilter {
  private static final Set<String> URLS =
      Set.of("href", "src", "action", "formaction", "cite", "data", "poster", "longdesc");

  @Override
  public void filter(Page page) {
    Map<String, FieldSelector> fields = new LinkedHashMap<>(sites.fields(page.url()));
    fields.putAll(always);
    if (fields.isEmpty() || page.dom().isEmpty()) {
      return;
    }
    FieldSelector.Page dom = new FieldSelector.Page(page.dom().get());
    fields.forEach(
        (name, selector) ->
            selector
                .matches(dom)
                .map(match -> value(page, match))
                .filter(value -> !value.isBlank())
                .limit(PageFilters.MAX_VALUES)
                .forEach(value -> page.field(name, value)));
  }

  private static String value(Page page, FieldSelector.Match match) {
    String name = match.attribute();
    String value = match.value();
    Element element = match.element();
    if (element != null) {
      name = name.isEmpty() && element.normalName().equals("meta") ? "content" : name;
      value = name.isEmpty() ? element.text() : element.attr(name);
    }
    return URLS.contains(name) && !value.isBlank() ? page.resolve(value).orElse(value) : value;
  }
}
