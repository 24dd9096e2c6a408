package org.orbweaver.plugin.loader;

/** A plugin failed where the program cannot go on without it; the message names it. */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure of the plugin of that name. */
  public PluginException(String plugin, Throwable cause) {
    super("plugin " + plugin + ": " + reason(cause), cause);
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
