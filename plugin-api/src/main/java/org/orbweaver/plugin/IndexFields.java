package org.orbweaver.plugin;

import java.util.List;
import java.util.Map;

/**
 * Adds fields to a page's entry in the index. A query finds them as {@code name:value}; results and
 * exports show them. If it throws, the page is indexed without them, and the failure is logged and
 * counted.
 */
public interface IndexFields {
  /** Looks at a page. */
  void fields(Page page, Output output) throws Exception;

  /** A page that is to be indexed. */
  interface Page {
    String url();

    String title();

    String text();

    /** As {@code en} or {@code zh-cn}; empty if unknown. */
    String language();

    /** The media type; empty if unknown. */
    String type();

    /** The metadata of parse_data, among them the fields of page filters by their names. */
    Map<String, List<String>> metadata();

    /** Texts of links to the page. */
    List<String> anchors();
  }

  /**
   * Takes fields. A name is a letter, then letters, digits, {@code _}, {@code -} and {@code .}, and
   * not that of a field which the index has anyway.
   */
  interface Output {
    /** A value that is found as a whole, in any case of its letters. */
    void keyword(String name, String value);

    /** A text whose words are found. */
    void text(String name, String value);

    /** Leaves the page out of the index. */
    void leaveOut();
  }
}
