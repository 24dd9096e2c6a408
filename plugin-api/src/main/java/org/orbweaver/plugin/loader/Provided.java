package org.orbweaver.plugin.loader;

/**
 * A part of a plugin.
 *
 * @param plugin its name, for messages; {@link PluginSet#OWN} for Orbweaver's own
 */
public record Provided<T>(String plugin, T part) {
  /** Whether it is a part of Orbweaver itself. */
  public boolean isOwn() {
    return plugin.equals(PluginSet.OWN);
  }
}
