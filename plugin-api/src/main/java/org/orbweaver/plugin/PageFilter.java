package org.orbweaver.plugin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.nodes.Document;

/**
 * Sees each page after it was parsed; adds fields and links, or a verdict. If it throws, the page
 * stays as it was, and the failure is logged and counted. If it takes more processor time than
 * {@code parser.timeout}, or four times as much by the clock, the page is not parsed; one that
 * hangs at page after page ends the job.
 *
 * <pre>
 * final class Thin implements PageFilter {
 *   &#64;Override
 *   public void filter(Page page) {
 *     page.field("words", "" + page.text().split("\\s+").length);
 *     if (page.text().length() &lt; 100) {
 *       page.verdict(Verdict.NO_INDEX);
 *     }
 *   }
 * }
 * </pre>
 */
public interface PageFilter {
  /** Looks at a page. */
  void filter(Page page) throws Exception;

  /** A parsed page. */
  interface Page {
    String url();

    /** The elements of an HTML or XML page, not to be changed; empty for other documents. */
    Optional<Document> dom();

    String title();

    String text();

    /** What is known of the page, by the names of {@code parse_data}; not to be changed. */
    Map<String, String> metadata();

    /** Its links, absolute and in normal form. */
    List<Link> links();

    /** The page as it was fetched, not to be changed. */
    byte[] content();

    /** The values of a header of the answer, whatever the case of its name. */
    List<String> header(String name);

    /** A reference as an absolute URL in normal form; empty if no page can be there. */
    Optional<String> resolve(String reference);

    /**
     * Adds a value to a field of the page, which goes to parse_data, to the index and to exports.
     * It is on one line, and cut to 1,000 characters; the first 20 values of the first 50 fields
     * are kept.
     *
     * @param name a letter, then letters, digits, {@code _}, {@code -} and {@code .}; with the
     *     last, it is not in the index; there, upper and lower case are the same
     */
    void field(String name, String value);

    /** Adds a link; the rules for URLs hold for it as for others. */
    void link(String reference, String text);

    /** Decides on the page. */
    void verdict(Verdict verdict);
  }

  /** A link of a page. */
  record Link(String url, String text) {}

  /** What becomes of a page. */
  enum Verdict {
    /** It is left out of the index. */
    NO_INDEX,
    /** Its links are not followed. */
    NO_FOLLOW,
    /** It is no content, as an error page that says 200: it is left out, and so are its links. */
    NO_CONTENT
  }
}
