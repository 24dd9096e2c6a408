package org.orbweaver.plugins.cssfields;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;

/**
 * Takes a field from each page for each setting {@code select.NAME}: the texts of the elements that
 * a CSS selector matches, or an attribute of them, as in {@code a.author@href}.
 */
public final class CssFields implements Plugin {
  /** No selector ends in this way: an @ within it is in brackets or quotes. */
  private static final Pattern ATTRIBUTE = Pattern.compile("(.*\\S)@([A-Za-z_][A-Za-z0-9_.:-]*)");

  /**
   * A field.
   *
   * @param attribute empty for the text
   */
  private record Field(Evaluator elements, String attribute) {
    static Field of(String name, String selector) {
      Matcher suffix = ATTRIBUTE.matcher(selector);
      boolean hasAttribute = suffix.matches();
      try {
        return new Field(
            QueryParser.parse(hasAttribute ? suffix.group(1) : selector),
            hasAttribute ? suffix.group(2) : "");
      } catch (IllegalArgumentException | IllegalStateException e) {
        throw new IllegalArgumentException(
            "select." + name + " is not a CSS selector: " + selector + " (" + e.getMessage() + ")",
            e);
      }
    }

    String value(Element element, PageFilter.Page page) {
      String value = attribute.isEmpty() ? element.text() : element.attr(attribute);
      boolean isUrl = attribute.equals("href") || attribute.equals("src");
      return isUrl && !value.isBlank() ? page.resolve(value).orElse(value) : value;
    }
  }

  private record Filter(Map<String, Field> fields) implements PageFilter {
    @Override
    public void filter(Page page) {
      page.dom()
          .ifPresent(
              dom ->
                  fields.forEach(
                      (name, field) ->
                          dom.select(field.elements())
                              .forEach(one -> page.field(name, field.value(one, page)))));
    }
  }

  @Override
  public List<PageFilter> pageFilters(PluginSettings settings) {
    Map<String, Field> fields = new TreeMap<>();
    settings
        .under("select")
        .forEach((name, selector) -> fields.put(name, Field.of(name, selector)));
    if (fields.isEmpty()) {
      throw new IllegalArgumentException("it needs a setting select.NAME with a CSS selector");
    }
    return List.of(new Filter(fields));
  }
}
