package org.orbweaver.crawler.trap;

import java.util.TreeSet;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * The template of a URL: its host, its path and the names of its parameters in order, without the
 * parts that differ between the pages of a template. A number becomes {@code 0}, and so does a run
 * of at least {@value #LONG_ID} letters and digits with a digit among them (an id); the values of
 * parameters are left out. {@code http://a.org/cal/2026/11/?view=day&d=3} has the template {@code
 * a.org/cal/0/0/?d&view}.
 */
public final class UrlTemplate {
  private static final int LONG_ID = 16;

  private UrlTemplate() {}

  /** The template of a URL in normal form. */
  public static String of(String url) {
    String host = Hosts.host(url);
    int scheme = url.indexOf("://");
    int path = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
    if (path < 0) {
      return host + "/";
    }
    int question = url.indexOf('?', path);
    StringBuilder template = new StringBuilder(host);
    int end = question < 0 ? url.length() : question;
    for (int i = path; i < end; ) {
      int runEnd = i;
      boolean digit = false;
      while (runEnd < end && isAlphanumeric(url.charAt(runEnd))) {
        digit |= url.charAt(runEnd) <= '9';
        runEnd++;
      }
      if (runEnd == i) {
        template.append(url.charAt(i++));
        continue;
      }
      if (digit && runEnd - i >= LONG_ID) {
        template.append('0');
      } else {
        appendWithoutNumbers(template, url, i, runEnd);
      }
      i = runEnd;
    }
    if (question >= 0) {
      TreeSet<String> names = new TreeSet<>();
      for (String parameter : url.substring(question + 1).split("&", -1)) {
        int equals = parameter.indexOf('=');
        names.add(equals < 0 ? parameter : parameter.substring(0, equals));
      }
      template.append('?').append(String.join("&", names));
    }
    return template.toString();
  }

  /** The fingerprint of a URL's template. */
  public static long fingerprint(String url) {
    return Fingerprint.of(of(url));
  }

  private static void appendWithoutNumbers(StringBuilder to, String url, int from, int end) {
    for (int i = from; i < end; i++) {
      char c = url.charAt(i);
      if (c > '9') {
        to.append(c);
      } else if (i == from || url.charAt(i - 1) > '9') {
        to.append('0');
      }
    }
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
