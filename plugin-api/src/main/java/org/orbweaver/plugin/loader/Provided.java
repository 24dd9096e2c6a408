package org.orbweaver.plugin.loader;

/**
 * A part of a plugin.
 *
 * @param plugin its name; {@link PluginSet#OWN} for Orbweaver's own
 */
public record Provided<T>(String plugin, T part) {
  /** A part that Orbweaver makes of something foreign, which it names. */
  public interface Named {
    /** As "Nutch's CLASS". */
    String origin();
  }

  /** What a part is asked. */
  @FunctionalInterface
  public interface Call<T, R> {
    R of(T part) throws Exception;
  }

  /** Whether it is a part of Orbweaver itself. */
  public boolean isOwn() {
    return plugin.equals(PluginSet.OWN) && !(part instanceof Named);
  }

  /** Whose part it is, for messages: "plugin NAME", if it is not Orbweaver's. */
  public String origin() {
    return part instanceof Named named
        ? named.origin()
        : isOwn() ? "Orbweaver's " + part.getClass().getSimpleName() : "plugin " + plugin;
  }

  /**
   * Asks the part. If it is interrupted, so is the thread afterwards.
   *
   * @throws PluginException if it throws; a lack of memory is not its failure
   */
  public <R> R ask(Call<? super T, R> call) {
    try {
      return call.of(part);
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
        throw fatal;
      }
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw e instanceof PluginException named ? named : new PluginException(origin(), e);
    }
  }
}
