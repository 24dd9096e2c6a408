package PACKAGE;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.PluginSettings;

class CLASSTest {
  @Test
  void theFirstHeadingIsTheField() throws Exception {
    TestPage page = new TestPage("<h1>Beans</h1><p>and more</p><h1>Peas</h1>");
    for (PageFilter filter : new CLASS().pageFilters(PluginSettings.of(Map.of()))) {
      filter.filter(page);
    }
    assertEquals(List.of("NAME=Beans"), page.fields);
  }

  private static final class TestPage implements PageFilter.Page {
    private final String html;
    private final List<String> fields = new ArrayList<>();

    TestPage(String html) {
      this.html = html;
    }

    @Override
    public String url() {
      return "http://a.example/";
    }

    @Override
    public Optional<Document> dom() {
      return Optional.of(Jsoup.parse(html));
    }

    @Override
    public String title() {
      return "";
    }

    @Override
    public String text() {
      return Jsoup.parse(html).text();
    }

    @Override
    public Map<String, String> metadata() {
      return Map.of();
    }

    @Override
    public List<PageFilter.Link> links() {
      return List.of();
    }

    @Override
    public byte[] content() {
      return html.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public List<String> header(String name) {
      return List.of();
    }

    @Override
    public void field(String name, String value) {
      fields.add(name + "=" + value);
    }

    @Override
    public void link(String reference, String text) {}

    @Override
    public void verdict(PageFilter.Verdict verdict) {}
  }
}
