package org.orbweaver.crawler.page;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.hc.core5.http.HeaderElement;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicHeaderValueParser;
import org.apache.hc.core5.http.message.ParserCursor;
import org.orbweaver.crawler.page.document.TextCollector;

/** The file name of a document, as a user would save it. */
final class FileNames {
  private static final int MAX_CHARS = 255;

  private static final Pattern PAGE =
      Pattern.compile(".*\\.(x?html?|php\\d?|aspx?|jspx?|cgi|pl|do|cfm)", Pattern.CASE_INSENSITIVE);

  private FileNames() {}

  /** True for a suffix that says at most how the server makes its pages. */
  static boolean isOfPage(String name) {
    return PAGE.matcher(name).matches();
  }

  /**
   * The file name from the server (RFC 6266: {@code filename*} before {@code filename}), or else
   * the last segment of the URL's path; empty if there is neither.
   *
   * @param contentDisposition the header, or null
   */
  static String of(String contentDisposition, String url) {
    String name = "";
    if (contentDisposition != null) {
      for (HeaderElement element :
          BasicHeaderValueParser.INSTANCE.parseElements(
              contentDisposition, new ParserCursor(0, contentDisposition.length()))) {
        name = extended(element.getParameterByName("filename*"));
        NameValuePair plain = element.getParameterByName("filename");
        if (name.isEmpty() && plain != null && plain.getValue() != null) {
          name = plain.getValue();
        }
        if (!name.isEmpty()) {
          break;
        }
      }
    }
    if (name.isEmpty()) {
      String path = StringUtils.substringBefore(StringUtils.substringBefore(url, '?'), '#');
      int host = path.indexOf("://");
      int slash = path.lastIndexOf('/');
      name = slash > host + 2 ? decoded(path.substring(slash + 1), StandardCharsets.UTF_8) : "";
    }
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    return TextCollector.collapse(last, MAX_CHARS);
  }

  /** RFC 8187: encoding, language, percent-encoded bytes. */
  private static String extended(NameValuePair parameter) {
    String[] parts =
        parameter == null || parameter.getValue() == null
            ? new String[0]
            : parameter.getValue().split("'", 3);
    try {
      return parts.length == 3 ? decoded(parts[2], Charset.forName(parts[0])) : "";
    } catch (IllegalArgumentException e) {
      return ""; // No such encoding.
    }
  }

  private static String decoded(String text, Charset encoding) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), encoding);
    } catch (IllegalArgumentException e) {
      return text; // A percent sign that escapes nothing.
    }
  }
}
