package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** A fake web and the {@code orb} command in this process, with settings that reach it. */
public final class TestSite implements AutoCloseable {
  private static final Pattern WORD =
      Pattern.compile("((?:[^ '\"\\\\]|\\\\.|'[^']*'|\"[^\"]*\")+)");
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"|\\\\(.)");

  /** The result of a command line. */
  public record Run(int status, String out, String err) {}

  private final FakeWeb web;
  private final Path folder;
  private final String[] settings;

  TestSite(FakeWebSpec spec, Path folder, String... settings) {
    this(FakeWeb.start(spec), folder, settings);
  }

  /**
   * A site of a web.
   *
   * @param folder for the crawl and for temporary files
   * @param settings {@code name=value}, besides those that reach the web
   */
  TestSite(FakeWeb web, Path folder, String... settings) {
    this.web = web;
    this.folder = folder;
    this.settings = settings;
  }

  FakeWeb web() {
    return web;
  }

  /** The crawl directory. */
  String dir() {
    return folder.resolve("crawl").toString();
  }

  Run orb(List<String> words) {
    Configuration conf = new Configuration();
    conf.set("http.agent.name", "orbweaver-test");
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(folder.resolve("hosts")).toUri().getPath());
    conf.set("fetcher.server.delay", "0");
    return run(conf, folder, List.of(settings), words);
  }

  /**
   * Runs a command line; returns its output.
   *
   * @param status expected
   */
  String orb(int status, String... words) {
    return printed(orb(List.of(words)), status, words);
  }

  private static String printed(Run run, int status, String... words) {
    assertEquals(status, run.status, () -> String.join(" ", words) + "\n" + run.out + run.err);
    return run.out + run.err;
  }

  /** The same without a web. */
  public static String orb(Path folder, int status, String... words) {
    return printed(run(new Configuration(), folder, List.of(), List.of(words)), status, words);
  }

  static Run run(Configuration conf, Path folder, List<String> settings, List<String> words) {
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Orb.run(words.toArray(new String[0]), new Console(out, err, false), conf);
    return new Run(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** The command in its own process, with further flags of the JVM. */
  static List<String> process(String... flags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx600m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:-UsePerfData", "--add-opens=java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of(flags));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Orb.class.getName()));
    return command;
  }

  /** Splits as a shell does: at blanks, with single and double quotes and backslashes. */
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(line).results().toList()) {
      words.add(
          QUOTED
              .matcher(word.group())
              .replaceAll(
                  part -> {
                    String text = part.group(1) != null ? part.group(1) : part.group(2);
                    return Matcher.quoteReplacement(text != null ? text : part.group(3));
                  }));
    }
    return words;
  }

  /** Copies a folder with all that is in it. */
  public static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Override
  public void close() {
    web.close();
  }
}
