package org.orbweaver.index;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.plugin.IndexFields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fields that sites and page filters take from pages. Their values are found by their words
 * and, unless they are long, as a whole.
 */
final class SiteFields implements IndexFields {
  private static final Logger LOG = LoggerFactory.getLogger(SiteFields.class);
  private static final int MAX_WHOLE = 256;

  private final Set<String> refused = new HashSet<>();

  @Override
  public void fields(Page page, Output output) {
    page.fields().forEach((name, values) -> add(name, values, output));
  }

  private void add(String name, List<String> values, Output output) {
    try {
      String inIndex = PageFields.name(name);
      for (String value : values) {
        output.text(inIndex, value);
        if (value.length() <= MAX_WHOLE) {
          output.keyword(inIndex, value);
        }
      }
    } catch (IllegalArgumentException e) {
      if (refused.add(name)) {
        LOG.warn("{}; give it another name where it is taken from pages", e.getMessage());
      }
    }
  }
}
