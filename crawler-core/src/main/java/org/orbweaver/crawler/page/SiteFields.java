package org.orbweaver.crawler.page;

import java.util.Set;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.site.FieldSelector;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.plugin.PageFilter;

/**
 * Takes from a page the fields that its site names. The values of a field are the texts of all
 * elements of its selector, or an attribute of them, absolute if it is a URL; of a meta element,
 * its content.
 */
public record SiteFields(Sites sites) implements PageFilter {
  private static final Set<String> URLS =
      Set.of("href", "src", "action", "formaction", "cite", "data", "poster", "longdesc");

  @Override
  public void filter(Page page) {
    page.dom()
        .ifPresent(
            dom ->
                sites
                    .of(page.url())
                    .fields()
                    .forEach(
                        (name, selector) ->
                            dom.selectStream(selector.elements())
                                .map(element -> value(page, element, selector))
                                .filter(value -> !value.isBlank())
                                .limit(PageFilters.MAX_VALUES)
                                .forEach(value -> page.field(name, value))));
  }

  private static String value(Page page, Element element, FieldSelector selector) {
    String attribute = selector.attribute();
    boolean isMeta = element.normalName().equals("meta");
    String name = attribute.isEmpty() && isMeta ? "content" : attribute;
    String value = name.isEmpty() ? element.text() : element.attr(name);
    return URLS.contains(name) && !value.isBlank() ? page.resolve(value).orElse(value) : value;
  }
}
