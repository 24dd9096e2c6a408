package PACKAGE;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.test.HtmlPage;

class CLASSTest {
  @Test
  void theFirstHeadingIsTheField() throws Exception {
    HtmlPage page = new HtmlPage("http://a.example/", "<h1>Beans</h1><p>and more</p><h1>Peas</h1>");
    for (PageFilter filter : new CLASS().pageFilters(PluginSettings.of(Map.of()))) {
      filter.filter(page);
    }
    assertEquals(Map.of("NAME-heading", List.of("Beans")), page.fields());
  }
}
