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

  /**
   * A failure.
   *
   * @param origin whose, as {@link Provided#origin} says
   */
  public PluginException(String origin, Throwable cause) {
    super(origin + ": " + reason(cause), cause);
    this.origin = origin;
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
