package org.orbweaver.orb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileKeys;
import org.orbweaver.common.crawlfile.CrawlFileWriter;
import org.orbweaver.common.crawlfile.CrawlFileWriter.Value;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlSettings;
import org.orbweaver.common.store.CrawlSettings.KeptSetting;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Similar;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.index.serve.Template;
import org.orbweaver.orb.crawl.CrawlKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code config}: a crawl's configuration as one file. */
@Command(
    name = "config",
    description = {
      "Print the configuration of a crawl as a crawl file.",
      "Given a file, prints all settings in force; those that are not in the file are marked with"
          + " their origin. With --from, prints the file of an existing crawl: its seeds and the"
          + " settings that it keeps. Passwords and the like are never printed."
    },
    footer = {
      "  orb config crawl.yaml                    all settings, with defaults",
      "  orb config crawl.yaml --nutch            what differs from the defaults, as Hadoop XML",
      "  orb config --from DIR > crawl.yaml       the file of an existing crawl",
      "  orb config crawl.yaml --get directory    one value, for scripts",
      "  orb config --schema > crawl.schema.json  for completion in editors"
    })
final class ConfigCommand extends BaseCommand {
  @Parameters(arity = "0..1", paramLabel = "FILE", description = "The crawl file.")
  private String file;

  @Option(names = "--from", paramLabel = "DIR", description = "Write the file of this crawl.")
  private String from;

  @Option(names = "--nutch", description = "Print Hadoop XML, as in nutch-site.xml.")
  private boolean nutch;

  @Option(names = "--get", paramLabel = "KEY", description = "Print one value of the file alone.")
  private String key;

  @Option(names = "--schema", description = "Print the JSON Schema of crawl files.")
  private boolean schema;

  /** As the user typed it, before its directory takes its place. */
  private String typed;

  @Override
  protected Optional<String> crawl() {
    typed = typed == null ? file : typed;
    return Optional.ofNullable(file);
  }

  @Override
  protected int run() throws Exception {
    if ((file == null ? 0 : 1) + (from == null ? 0 : 1) + (schema ? 1 : 0) != 1) {
      throw OrbException.usage("expected one of FILE, --from DIR and --schema");
    }
    if ((nutch || key != null) && (file == null || (nutch && key != null))) {
      throw OrbException.usage("--nutch and --get need FILE, and exclude each other");
    }
    if (schema) {
      console().line(Template.resource(ConfigCommand.class, "crawl.schema.json").strip());
    } else if (from != null) {
      console().line(ofCrawl().strip());
    } else if (!CrawlFile.isOne(typed)) {
      throw OrbException.usage(
          "expected a crawl file, NAME.yaml, got '" + typed + "'; --from DIR for a crawl");
    } else if (key != null) {
      console().line(one());
    } else {
      console().line((nutch ? xml() : CrawlFileWriter.yaml(file, this::inForce)).strip());
    }
    return ExitCode.OK.code();
  }

  private String ofCrawl() throws Exception {
    CrawlDir crawl = CrawlDir.open(conf(), from);
    CrawlSettings kept = CrawlSettings.of(conf(), from);
    Map<String, String> found = new HashMap<>();
    if (kept.get(CrawlKeys.SEEDS.name()).isEmpty()
        && kept.get(CrawlKeys.SITEMAPS.name()).isEmpty()) {
      found.put(CrawlKeys.SEEDS.name(), seeds(crawl, false));
      found.put(CrawlKeys.SITEMAPS.name(), seeds(crawl, true));
      found.values().removeIf(String::isEmpty);
    }
    return CrawlFileWriter.yaml(
        from,
        name ->
            Optional.ofNullable(found.get(name))
                .or(() -> kept.get(name).map(KeptSetting::value))
                .map(value -> new Value(value, "")));
  }

  /** The seeds in a crawldb, pages or sitemaps, in the order of its parts; reads all of it. */
  private String seeds(CrawlDir crawl, boolean areSitemaps) throws IOException {
    Text seed = new Text(MetadataKeys.SEED);
    return SortedStore.open(conf(), crawl.crawlDb(), CrawlDatum.class)
        .gather(
            ArrayList<String>::new,
            (found, url, datum) -> {
              if (datum.getMetaData().containsKey(seed) && SitemapMark.isOn(datum) == areSitemaps) {
                found.add(url.toString());
              }
            })
        .stream()
        .flatMap(List::stream)
        .collect(Collectors.joining("\n"));
  }

  private Optional<Value> inForce(String name) {
    Configuration conf = conf();
    Optional<Key<?>> known =
        KeySource.all().stream().filter(one -> one.name().equals(name)).findFirst();
    String value = conf.getRaw(name);
    if (value == null) {
      return known.map(one -> new Value(one.defaultText(), "default"));
    }
    String origin = Origin.of(conf, name);
    return Optional.of(new Value(value, Origin.isCrawlFile(origin) ? "" : origin));
  }

  private String one() {
    if (key.equals("directory")) {
      return file;
    }
    Optional<CrawlFileKeys.Entry> named = CrawlFileKeys.named(key);
    if (named.filter(CrawlFileKeys.Entry::isSecret).isPresent()) {
      throw OrbException.usage("--get: " + key + " is secret, and is not printed");
    }
    return named
        .flatMap(entry -> inForce(entry.setting()))
        .map(Value::value)
        .orElseThrow(
            () -> OrbException.usage("--get: unknown key " + key + Similar.hint(key, names())));
  }

  private static List<String> names() {
    return CrawlFileKeys.all().stream().map(CrawlFileKeys.Entry::name).toList();
  }

  /** The settings that differ from their defaults: with all, a crawl would keep them all. */
  private String xml() {
    StringBuilder text =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n");
    for (Key<?> one : KeySource.all()) {
      Value value = inForce(one.name()).orElseThrow();
      if (value.value().equals(one.defaultText())) {
        continue;
      }
      text.append(
          one.isSecret() && !value.value().isEmpty()
              ? String.format(Locale.ROOT, "  <!-- %s: secret -->\n", one.name())
              : String.format(
                  Locale.ROOT,
                  """
                    <property>
                      <name>%s</name>
                      <value>%s</value>
                    </property>
                  """,
                  escape(one.name()),
                  escape(value.value())));
    }
    return text.append("</configuration>").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
