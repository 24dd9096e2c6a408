package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Console;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** A small fake web and the {@code orb} command in this process, with settings that reach it. */
final class TestSite implements AutoCloseable {
  /** What a command line did. */
  record Run(int status, String out, String err) {}

  private final FakeWeb web;
  private final Configuration base = new Configuration();

  TestSite(FakeWebSpec spec, Path folder) {
    web = FakeWeb.start(spec);
    base.set("http.agent.name", "orbweaver-test");
    base.set("http.robots.agents", "");
    base.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    base.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(folder.resolve("hosts")).toUri().getPath());
    base.set("fetcher.server.delay", "0.05");
    base.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
  }

  FakeWeb web() {
    return web;
  }

  Run orb(List<String> words) {
    return orb(words, List.of());
  }

  Run orb(List<String> words, List<String> settings) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Configuration conf = new Configuration(base);
    for (String setting : settings) {
      conf.set(
          setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
    }
    int status = Orb.run(words.toArray(new String[0]), new Console(out, err, false), conf);
    return new Run(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Splits as a shell does: at blanks, with single and double quotes and backslashes. */
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        begun = true;
      } else if (c == '\\' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
        begun = true;
      } else if (c == ' ') {
        if (begun) {
          words.add(word.toString());
        }
        word.setLength(0);
        begun = false;
      } else {
        word.append(c);
        begun = true;
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }

  @Override
  public void close() {
    web.close();
  }
}
