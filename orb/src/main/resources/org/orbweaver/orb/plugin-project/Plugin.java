package PACKAGE;

import java.util.List;
import org.jsoup.select.QueryParser;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;

/** Adds the text of an element to each page, as a field. */
public final class CLASS implements Plugin {
  @Override
  public List<PageFilter> pageFilters(PluginSettings settings) {
    var selector = QueryParser.parse(settings.get("selector", "h1"));
    String field = settings.get("field", "NAME-heading");
    return List.of(
        page ->
            page.dom()
                .map(document -> document.selectFirst(selector))
                .ifPresent(element -> page.field(field, element.text())));
  }
}
