package org.orbweaver.crawler.page.document;

import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.orbweaver.plugin.loader.PluginException;

/** Describes exceptions of parsers. */
public final class Failures {
  private static final int MAX_CHARS = 200;

  private Failures() {}

  /** The root cause in one short line, or what a plugin's failure says, which names the plugin. */
  public static String describe(Throwable thrown) {
    PluginException plugin = ExceptionUtils.throwableOfType(thrown, PluginException.class);
    if (plugin != null) {
      return line(plugin.getMessage());
    }
    List<Throwable> causes = ExceptionUtils.getThrowableList(thrown); // The list stops at a cycle.
    Throwable root = causes.get(causes.size() - 1);
    String message = root.getMessage();
    String text = root.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    return line(text);
  }

  private static String line(String text) {
    return StringUtils.truncate(text.replaceAll("\\s+", " "), MAX_CHARS);
  }
}
