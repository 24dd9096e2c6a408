package org.orbweaver.plugin;

import java.util.List;
import java.util.Map;

/**
 * Adds fields to a page's entry in the index. A query finds them as {@code name:value}; results and
 * exports show them. If it throws, the page is indexed without them, and the failure is logged and
 * counted. Each task has its own, of one thread.
 *
 * <pre>
 * public final class Sections implements IndexFields {
 *   &#64;Override
 *   public void fields(Page page, Output output) {
 *     String[] parts = page.url().split("/", 5);
 *     if (parts.length == 5) {
 *       output.keyword("section", parts[3]);
 *     }
 *   }
 * }
 * </pre>
 */
public interface IndexFields {
  /** Looks at a page. */
  void fields(Page page, Output output) throws Exception;

  /** A parsed page that is to be indexed. */
  interface Page {
    String url();

    String title();

    String text();

    /** As {@code en} or {@code zh-cn}; empty if unknown. */
    String language();

    /** The media type; empty if unknown. */
    String type();

    /** The values of the fields that its site and page filters took from it, by their names. */
    Map<String, List<String>> fields();

    /**
     * The metadata of parse_data: headers of the answer, and what was found in the page, those
     * fields as {@code field.NAME} among it.
     */
    Map<String, List<String>> metadata();

    /** Texts of links to the page. */
    List<String> anchors();
  }

  /**
   * Takes fields. A name is a letter, then letters, digits, {@code _} and {@code -}, at most 64 in
   * all; upper and lower case are the same. It is not that of a field which the index has anyway.
   * Of a value, the first 4,000 characters count; of a page, the first 1,000 values.
   */
  interface Output {
    /** A value that is found as a whole; upper and lower case are the same. */
    void keyword(String name, String value);

    /** A text whose words are found. */
    void text(String name, String value);

    /** Leaves the page out of the index, like one that says noindex, until it changes. */
    void leaveOut();
  }
}
