package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.crawler.url.UrlNormalizer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the readers have in common. */
abstract class ReadCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(names = "--json", description = "Print JSON, one object per line.")
  private boolean json;

  final String dir() {
    return dir;
  }

  final boolean json() {
    return json;
  }

  /**
   * Opens a store.
   *
   * @param what its name in messages
   * @param maker the command that makes it
   * @throws OrbException (failed) where there is none
   */
  final <V extends Writable> SortedStore<V> open(
      Path folder, String what, String maker, Class<V> type) throws IOException {
    SortedStore<V> store = SortedStore.open(conf(), folder, type);
    if (store.isEmpty()) {
      throw OrbException.failed("no " + what + " in " + dir + ": run '" + maker + "' first");
    }
    return store;
  }

  /** Prints one record. */
  final void print(String url, Map<String, ?> view) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("url", url);
      line.putAll(view);
      console().line(Json.line(line));
    } else {
      console().line(org.orbweaver.common.cli.Console.safe(url));
      Views.print(console(), view, "  ");
    }
  }

  /** Prints one table of values that belong to no URL. */
  final void print(Map<String, ?> view) {
    if (json) {
      console().line(Json.line(view));
    } else {
      Views.print(console(), view, "");
    }
  }

  /** The URL in the form in which it is stored; as it was given when it cannot be one. */
  static String normal(String url) {
    if (url.isBlank()) {
      throw OrbException.usage("--url: expected a URL, got '" + url + "'");
    }
    String normal = new UrlNormalizer().normalize(url);
    return normal == null ? url : normal;
  }
}
