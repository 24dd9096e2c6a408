package org.orbweaver.crawler.render;

import java.util.regex.Pattern;
import org.orbweaver.crawler.url.Hosts;

/**
 * The template of a URL among those of its host: pages of a template are made by the same code, so
 * rendering brings all of them about the same. It is that of {@link
 * org.orbweaver.crawler.trap.UrlTemplate} without the host, and with {@code *} for the parts of the
 * path that name a single page: several words joined (a slug, a date), an id, a part with escapes,
 * and the last part of a longer path. Few and wide templates are better here, since some pages of
 * each are rendered to learn about it.
 *
 * <p>{@code http://a.org/news/2026/11/storm-hits-coast.html?ref=x} has the template {@code
 * /news/0/0/*.html?ref}.
 */
public final class UrlTemplate {
  /** A part with joined words, escapes, or two numbers among letters. */
  private static final Pattern SINGLE = Pattern.compile(".*[-_+%~,;:@!].*|.*0[^0]+0.*|.*[^ -~].*");

  private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z][A-Za-z0-9]{0,4}$");

  private UrlTemplate() {}

  /** The template of a URL in normal form; begins with a slash. */
  public static String of(String url) {
    String full = org.orbweaver.crawler.trap.UrlTemplate.of(url);
    String template = full.substring(Hosts.host(url).length());
    int question = template.indexOf('?');
    String path = question < 0 ? template : template.substring(0, question);
    String[] parts = path.split("/", -1); // The first is empty.
    int last = parts.length - 1;
    last -= last > 1 && parts[last].isEmpty() ? 1 : 0;
    for (int i = 1; i <= last; i++) {
      var extension = EXTENSION.matcher(parts[i]);
      int end = extension.find() ? extension.start() : parts[i].length();
      String name = parts[i].substring(0, end);
      boolean isPage = i == last && i > 1 && !name.equals("0");
      if (!name.isEmpty() && (isPage || SINGLE.matcher(name).matches())) {
        parts[i] = "*" + parts[i].substring(end);
      }
    }
    return String.join("/", parts) + (question < 0 ? "" : template.substring(question));
  }
}
