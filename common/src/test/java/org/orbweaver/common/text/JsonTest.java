package org.orbweaver.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  private record Part(String file, long bytes) {
    Part {
      if (bytes < 0) {
        throw new IllegalArgumentException("negative bytes");
      }
    }
  }

  private record All(
      int count,
      double share,
      boolean whole,
      TimeUnit unit,
      Instant time,
      List<Part> parts,
      Map<String, String> notes,
      Optional<String> there,
      Optional<Integer> absent) {}

  @Test
  void recordIsReadAsItWasWritten() throws IOException {
    All all =
        new All(
            3,
            1e-9,
            true,
            TimeUnit.DAYS,
            Instant.ofEpochSecond(7),
            List.of(new Part("a\n\"b", 1L << 40)),
            Map.of("x", "y"),
            Optional.of("z"),
            Optional.empty());
    String line = Json.line(all);
    assertEquals(1, line.lines().count());
    assertTrue(!line.contains("absent"), line);
    assertEquals(all, Json.parse(line, All.class));
    assertEquals(all, Json.parse(Json.pretty(all), All.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"file\": \"a\"}|\"bytes\" is missing",
        "{\"bytes\": 1}|\"file\" is missing",
        "{\"file\": \"a\", \"bytes\": \"b\"}|\"bytes\" cannot be b",
        "{\"file\": \"a\", \"bytes\": -1}|negative bytes",
        "[1]|not a JSON object",
        "{\"file\": \"a\", \"by|Unexpected end",
        "nonsense|Unrecognized token"
      })
  void otherTextIsRefused(String text, String message) {
    IOException e = assertThrows(IOException.class, () -> Json.parse(text, Part.class));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
