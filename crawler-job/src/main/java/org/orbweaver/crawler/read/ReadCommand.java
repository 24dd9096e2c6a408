package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.url.UrlNormalizer;
import picocli.CommandLine.Option;

/** The base of the commands that read a store. */
abstract class ReadCommand extends CrawlDirCommand {

  @Option(names = "--json", description = "Print JSON, one object per line.")
  boolean json;

  final RecordPrinter printer() {
    return new RecordPrinter(console(), json);
  }

  /**
   * Opens a store.
   *
   * @param what its name in messages
   * @param maker the command that makes it
   * @throws OrbException (failed) if it does not exist
   */
  final <V extends Writable> SortedStore<V> open(
      Path folder, String what, String maker, Class<V> type) throws IOException {
    SortedStore<V> store = SortedStore.open(conf(), folder, type);
    if (store.isEmpty()) {
      throw OrbException.failed("no " + what + " in " + dir + ": run '" + maker + "' first");
    }
    return store;
  }

  /**
   * Prints the record of one URL, in the spelling given or in normal form.
   *
   * @param what the store's name in messages
   * @throws OrbException (failed) if there is none
   */
  final <V extends Writable> void printOne(
      SortedStore<V> store, String url, String what, Function<V, Fields> fields)
      throws IOException {
    String stored = url;
    List<V> found = List.of();
    for (String spelling : spellings(url)) {
      if (found.isEmpty()) {
        stored = spelling;
        found = store.get(spelling);
      }
    }
    if (found.isEmpty()) {
      throw OrbException.failed(Console.safe(stored) + " is not in the " + what + " of " + dir);
    }
    print(stored, fields.apply(found.get(0)));
  }

  /** Prints one record. */
  final void print(String url, Fields fields) {
    if (json) {
      Fields line = new Fields().with("url", url);
      line.putAll(fields);
      print(line);
    } else {
      console().line(Console.safe(url));
      printer().values(fields, "  ", RecordFields::label);
    }
  }

  /** Prints one table of values that belong to no URL. */
  final void print(Map<String, ?> fields) {
    printer().values(fields, "", RecordFields::label);
  }

  /**
   * The forms in which a URL may be stored: as given, as WHATWG writes it (a URL rule may be
   * younger than the store), and in normal form.
   */
  final Set<String> spellings(String url) {
    if (url.isBlank()) {
      throw OrbException.usage("--url: expected a URL, got '" + url + "'");
    }
    UrlNormalizer.Trace trace = UrlRules.normalizer(conf()).trace(url);
    Set<String> spellings = new LinkedHashSet<>();
    spellings.add(url);
    if (trace.url() != null) {
      spellings.add(trace.standard());
      spellings.add(trace.url());
    }
    return spellings;
  }
}
