package org.orbweaver.orb.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.orb.Orb;

/** {@code orb demo} from end to end. */
class DemoIT {
  @TempDir private Path tmp;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int orb(String... args) {
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    return Orb.run(
        args,
        new Console(
            stream, new PrintStream(java.io.OutputStream.nullOutputStream(), false, UTF_8), false),
        new Configuration());
  }

  private int number(String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(printed.toString(UTF_8));
    assertTrue(found.find(), () -> pattern + " in\n" + printed.toString(UTF_8));
    return Integer.parseInt(found.group(1));
  }

  @Test
  void findsAllThatIsThereAndShowsIt() throws Exception {
    DemoWeb.Expected expected;
    try (DemoWeb web = DemoWeb.start(0)) {
      expected = web.expected();
    }
    String dir = tmp.resolve("demo").toString();

    assertEquals(0, orb("demo", dir, "-D", "hadoop.tmp.dir=" + tmp.resolve("hadoop")));

    assertEquals(
        expected.pages() + expected.texts() - expected.duplicates(), number("(\\d+) pages\\n"));
    assertEquals(expected.duplicates(), number("(\\d+) duplicates"));
    assertEquals(expected.redirects(), number("(\\d+) redirects"));
    assertEquals(expected.forbidden() + expected.missing(), number("(\\d+) URLs unavailable"));
    assertEquals(0, number("URLs; (\\d+) of them were requested"));
    String text = printed.toString(UTF_8);
    assertTrue(text.contains("1. Chapter VII: A Mad Tea-Party"), text);
    assertTrue(text.contains("1. Amendment I "), text);

    printed.reset();
    assertEquals(0, orb("read", "segment", dir, "--politeness"), () -> printed.toString(UTF_8));
    assertEquals(0, number("politeness violations: (\\d+)"));

    printed.reset();
    assertEquals(0, orb("demo", dir, "-D", "hadoop.tmp.dir=" + tmp.resolve("hadoop")));
    assertTrue(printed.toString(UTF_8).contains("has already been crawled"));
  }
}
