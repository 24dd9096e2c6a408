package org.orbweaver.plugin.loader;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A plugin failed; the message names it. */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(PluginException.class);

  /** Who has failed, with which consequence. */
  private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

  private final String origin;

  /** A failure of the plugin of that name. */
  public PluginException(String plugin, Throwable cause) {
    this(cause, "plugin " + plugin);
  }

  private PluginException(Throwable cause, String origin) {
    super(origin + ": " + reason(cause), cause);
    this.origin = origin;
  }

  /** A failure of what {@link Provided#origin} names. */
  public static PluginException of(String origin, Throwable cause) {
    return new PluginException(cause, origin);
  }

  /** What the failure says, without the name. */
  public String reason() {
    return reason(getCause());
  }

  /** Logs it, if it is the first with this consequence in this process. */
  public void logOnce(String consequence) {
    if (LOGGED.add(origin + ": " + consequence)) {
      LOG.warn("{}; {}", getMessage(), consequence, getCause());
    }
  }

  /** What a failure says, for people. */
  public static String reason(Throwable failure) {
    String message = failure.getMessage();
    String kind = failure.getClass().getSimpleName();
    return failure instanceof LinkageError || failure instanceof ReflectiveOperationException
        ? kind + ": " + message + " (was it built for another version?)"
        : message == null || message.isBlank() ? kind : message;
  }
}
