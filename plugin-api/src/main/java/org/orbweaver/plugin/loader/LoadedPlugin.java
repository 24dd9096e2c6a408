package org.orbweaver.plugin.loader;

import java.nio.file.Path;
import java.util.List;
import org.orbweaver.plugin.Plugin;

/**
 * A plugin.
 *
 * @param name of its folder
 * @param version that its manifest has as {@code Implementation-Version}; empty if none
 * @param hash the first 12 hexadecimal digits of a SHA-256 of its jars
 * @param folder that has its jars; null for Orbweaver's own
 * @param parts its classes that implement {@link Plugin}
 */
public record LoadedPlugin(
    String name, String version, String hash, Path folder, List<Plugin> parts) {

  int rank() {
    return parts.stream().mapToInt(Plugin::rank).min().orElse(0);
  }

  /** "fields 1.0 3f2a914cd01e". */
  @Override
  public String toString() {
    return version.isEmpty() ? name + " " + hash : name + " " + version + " " + hash;
  }
}
