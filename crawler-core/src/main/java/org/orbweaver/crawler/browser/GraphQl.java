package org.orbweaver.crawler.browser;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests in GraphQL. A document has fragments, and operations: queries read only, mutations also
 * write, subscriptions last (GraphQL specification of October 2021, section 2.3).
 */
final class GraphQl {
  /** What a request may have (GraphQL over HTTP, section 5.1); others may mean anything. */
  private static final Set<String> PARAMETERS =
      Set.of("query", "operationName", "variables", "extensions");

  private GraphQl() {}

  /**
   * Whether the body of a POST has queries only: an object with a document as its {@code query}, or
   * a list of such objects. A request that names a stored document by its hash may be a mutation.
   */
  static boolean isQuery(String body) {
    try {
      Object read = Json.strict(body);
      List<?> requests = read instanceof List<?> list ? list : List.of(read);
      return !requests.isEmpty()
          && requests.stream()
              .allMatch(
                  one ->
                      one instanceof Map<?, ?> request
                          && PARAMETERS.containsAll(request.keySet())
                          && request.get("query") instanceof String document
                          && hasOnlyQueries(document));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** Whether no definition of a document begins with a word for another kind of operation. */
  static boolean hasOnlyQueries(String document) {
    int depth = 0;
    boolean hasSelection = false;
    int at = 0;
    while (at < document.length() && depth >= 0) {
      char c = document.charAt(at);
      if (c == '#') {
        at = endOfLine(document, at);
      } else if (c == '"') {
        at = endOfString(document, at);
      } else if (Character.isLetter(c) || c == '_') {
        int end = endOfName(document, at);
        String name = document.substring(at, end);
        if (depth == 0 && (name.equals("mutation") || name.equals("subscription"))) {
          return false;
        }
        at = end;
      } else {
        depth += "{([".indexOf(c) >= 0 ? 1 : "})]".indexOf(c) >= 0 ? -1 : 0;
        hasSelection |= c == '{';
        at++;
      }
    }
    return depth == 0 && hasSelection;
  }

  private static int endOfLine(String document, int from) {
    int at = from;
    while (at < document.length() && document.charAt(at) != '\n' && document.charAt(at) != '\r') {
      at++;
    }
    return at;
  }

  private static int endOfName(String document, int from) {
    int at = from;
    while (at < document.length()
        && (Character.isLetterOrDigit(document.charAt(at)) || document.charAt(at) == '_')) {
      at++;
    }
    return at;
  }

  private static int endOfString(String document, int from) {
    boolean isBlock = document.startsWith("\"\"\"", from);
    String quote = isBlock ? "\"\"\"" : "\"";
    int at = from + quote.length();
    while (at < document.length() && !document.startsWith(quote, at)) {
      boolean isEscape = document.startsWith(isBlock ? "\\\"\"\"" : "\\", at);
      at += isEscape ? 1 + quote.length() : 1;
    }
    return at + quote.length();
  }
}
