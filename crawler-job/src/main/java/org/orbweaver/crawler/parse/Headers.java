package org.orbweaver.crawler.parse;

import java.util.ArrayList;
import java.util.List;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.net.protocols.Response;

/** HTTP headers in a Content's metadata, whose names are in whatever case the server wrote. */
final class Headers {

  private Headers() {}

  /** The first value of a header, or null. */
  static String first(Metadata metadata, String name) {
    String exact = metadata.get(name);
    if (exact != null) {
      return exact;
    }
    List<String> values = all(metadata, name);
    return values.isEmpty() ? null : values.get(0);
  }

  /** All values of a header. */
  static List<String> all(Metadata metadata, String name) {
    List<String> values = new ArrayList<>();
    for (String candidate : metadata.names()) {
      if (candidate.equalsIgnoreCase(name)) {
        values.addAll(List.of(metadata.getValues(candidate)));
      }
    }
    return values;
  }

  /** Whether the fetcher marked the body as cut off. */
  static boolean isTruncated(Metadata metadata) {
    return "true".equals(metadata.get(Response.TRUNCATED_CONTENT));
  }
}
