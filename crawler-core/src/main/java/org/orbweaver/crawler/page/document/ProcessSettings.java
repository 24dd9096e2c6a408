package org.orbweaver.crawler.page.document;

import org.orbweaver.plugin.loader.PluginSource;

/**
 * Settings of parser processes.
 *
 * @param processes maximum at a time in this JVM
 * @param heapMegabytes heap of each
 * @param maxTempBytes temporary files of each
 * @param idleMillis an unused process ends after this time
 * @param plugins whose parsers it has
 */
public record ProcessSettings(
    int processes, int heapMegabytes, long maxTempBytes, long idleMillis, PluginSource plugins) {

  public static final int DEFAULT_HEAP_MEGABYTES = 384;
  public static final long DEFAULT_TEMP_BYTES = 1L << 30;
  public static final long DEFAULT_IDLE_MILLIS = 30_000;

  /** The settings without a configuration. */
  public static final ProcessSettings DEFAULT =
      new ProcessSettings(
          Runtime.getRuntime().availableProcessors(),
          DEFAULT_HEAP_MEGABYTES,
          DEFAULT_TEMP_BYTES,
          DEFAULT_IDLE_MILLIS,
          PluginSource.NONE);
}
