package org.orbweaver.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  @Test
  void controlCharactersAreShownNotSent() {
    assertEquals("\\u001b[31mred", Console.safe("\u001b[31mred"));
    assertEquals("\\u001b]8;;http://x\\u0007", Console.safe("\u001b]8;;http://x\u0007"));
    assertEquals("a\\u000db", Console.safe("a\rb"));
    assertEquals("a b", Console.safe("a\nb"));
    assertEquals("\\u009b1m", Console.safe("\u009b1m"));
  }

  @Test
  void charactersThatTurnTheTextAreShown() {
    assertEquals("\\u202egpj.exe", Console.safe("\u202egpj.exe"));
    assertEquals("\\u2067x\\u2069", Console.safe("\u2067x\u2069"));
    assertEquals("\\u2028", Console.safe("\u2028"));
    assertEquals("\\ud800", Console.safe("\ud800"));
  }

  @Test
  void plainTextIsLeftAlone() {
    String text = "naïve – 日本語 😀\tשלום";
    assertSame(text, Console.safe(text));
    assertEquals("", Console.safe(null));
  }

  @Test
  void nothingFollowsTheLastNote() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(OutputStream.nullOutputStream(), err, false);
    console.state("half");
    console.last("stopped");
    console.state("three quarters");
    console.info("done");
    assertEquals("half\nstopped\n", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void jsonLinesKeepOrderAndTypes() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("url", "http://a/\"\n");
    fields.put("score", 0.5f);
    fields.put("bad", Double.NaN);
    fields.put("n", 3L);
    fields.put("list", List.of(1, true, Map.of("k", "v")));
    fields.put("none", null);
    assertEquals(
        "{\"url\":\"http://a/\\\"\\n\",\"score\":0.5,\"bad\":null,\"n\":3,"
            + "\"list\":[1,true,{\"k\":\"v\"}],\"none\":null}",
        Json.line(fields));
  }
}
