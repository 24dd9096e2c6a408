package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileWriter;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.url.DomainRules;
import org.orbweaver.crawler.url.PrefixRules;
import org.orbweaver.crawler.url.RegexRules;
import org.orbweaver.crawler.url.ScopeRules;
import org.orbweaver.crawler.url.SemanticRules;
import org.orbweaver.crawler.url.SuffixRules;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.UrlValidator;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/** What users write: values of settings, configuration files and files of URL rules. */
class ConfFuzz {
  private static final String FILE = "rules.txt";
  private static final List<String> URLS =
      List.of(
          "http://h.test/",
          "https://www.h.test:8080/a/index.html?b=1&utm_source=x&a=2",
          "http://a.b.co.uk/x/x/x/x/x/x/y.gif",
          "http://127.0.0.1/;s?#");

  @TempDir private static Path folder;

  private static int choice(byte[] bytes, int of) {
    return bytes.length == 0
        ? 0
        : Math.floorMod(bytes[0] * 31 + (bytes.length > 1 ? bytes[1] : 0), of);
  }

  private static String text(byte[] bytes, int from) {
    return new String(Arrays.copyOfRange(bytes, Math.min(from, bytes.length), bytes.length), UTF_8);
  }

  /** Two bytes choose the setting; a value is refused by the setting's name, or can be written. */
  @FuzzTest
  void value(byte[] bytes) {
    List<Key<?>> keys = List.copyOf(KeySource.all());
    check(keys.get(choice(bytes, keys.size())), text(bytes, 2));
  }

  private static <T> void check(Key<T> key, String text) {
    Configuration conf = new Configuration(false);
    conf.set(key.name(), text);
    T value;
    try {
      value = key.get(conf);
    } catch (OrbException e) {
      assertEquals(ExitCode.USAGE, e.exitCode());
      assertTrue(e.getMessage().startsWith("setting " + key.name() + ":"), e.getMessage());
      assertTrue(key.fault(conf).isPresent());
      return;
    }
    assertTrue(key.isFile() || key.fault(conf).isEmpty(), () -> key.name() + "=" + text);
    Configuration written = new Configuration(false);
    key.set(written, value);
    assertEquals(value, key.get(written), () -> key.name() + "=" + text);
  }

  /** A crawl file is refused by its name, or what it says can be written and read again. */
  @FuzzTest
  void crawlFile(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("crawl.yaml"), bytes);
    Configuration conf = new Configuration(false);
    String directory;
    try {
      CrawlFile read = CrawlFile.read(file.toString());
      directory = read.directory();
      read.apply(conf);
    } catch (OrbException e) {
      assertEquals(ExitCode.USAGE, e.exitCode());
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
      return;
    }
    String text =
        CrawlFileWriter.yaml(
            directory,
            name ->
                Optional.ofNullable(conf.getRaw(name))
                    .map(value -> new CrawlFileWriter.Value(value, "")));
    Configuration again = new Configuration(false);
    CrawlFile.read(Files.writeString(file, text).toString()).apply(again);
    for (Key<?> key : KeySource.all()) {
      if (conf.getRaw(key.name()) != null && !key.isSecret()) {
        assertEquals(value(key, conf), value(key, again), () -> key.name() + " in\n" + text);
      }
    }
  }

  /** Seeds are written in another order. */
  private static Object value(Key<?> key, Configuration conf) {
    Object value = key.get(conf);
    return value instanceof String lines ? lines.lines().sorted().toList() : value;
  }

  /** A file given by -conf. */
  @FuzzTest
  void file(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("conf.xml"), bytes);
    Configuration conf = new Configuration(false);
    try {
      Settings.load(conf, List.of("-conf", file.toString()));
    } catch (OrbException e) {
      assertEquals(ExitCode.USAGE, e.exitCode());
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
      return;
    }
    for (Map.Entry<String, String> setting : conf) {
      assertTrue(!setting.getKey().isEmpty());
    }
    Settings.faults(conf).forEach(fault -> assertTrue(!fault.isBlank()));
  }

  /** The first byte chooses the kind. Automata are left out: they grow with their numbers. */
  @FuzzTest
  void filters(byte[] bytes) {
    UrlFilters filters;
    try {
      String text = text(bytes, 1);
      UrlRule rule =
          switch (choice(Arrays.copyOf(bytes, 1), 7)) {
            case 0 -> new SuffixRules(FILE, text);
            case 1 -> new PrefixRules(FILE, text);
            case 2 -> DomainRules.accepting(FILE, text);
            case 3 -> DomainRules.denying(FILE, text);
            case 4 -> new ScopeRules(FILE, text);
            case 5 -> new UrlValidator(FILE);
            default -> RegexRules.of(FILE, text);
          };
      filters = new UrlFilters(List.of(rule));
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().contains(FILE), e.getMessage());
      return;
    }
    for (String url : URLS) {
      UrlDecision decision = filters.decision(url);
      assertEquals(filters.accepts(url), decision == null || decision.accepted());
      assertEquals(filters.accepts(url), filters.refusal(url) == null);
    }
  }

  /** The first byte chooses the kind. What a rule has changed, it leaves. */
  @FuzzTest
  void semantics(byte[] bytes) {
    SemanticRules.Builder rules = new SemanticRules.Builder();
    int kind = choice(Arrays.copyOf(bytes, 1), 5);
    UrlNormalizer normalizer;
    try {
      String text = text(bytes, 1);
      switch (kind) {
        case 0 -> rules.parameters(FILE, text);
        case 1 -> rules.hosts(FILE, text);
        case 2 -> rules.protocols(FILE, text);
        case 3 -> rules.slashes(FILE, text);
        default -> rules.regex(FILE, text);
      }
      normalizer = new UrlNormalizer(rules.build());
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().contains(FILE), e.getMessage());
      return;
    }
    for (String url : URLS) {
      String once = normalizer.normalize(url);
      assertTrue(once == null || kind == 4 || once.equals(normalizer.normalize(once)), once);
    }
  }
}
