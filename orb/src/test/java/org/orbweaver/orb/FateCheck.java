package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks {@code orb why} about URLs and collects the answers that are not as expected. */
public final class FateCheck {
  /** {@code orb why URL DIR --json}. */
  public interface Why {
    String json(String url) throws Exception;
  }

  private final Why why;
  private final List<String> wrong = new ArrayList<>();
  private final Set<String> asked = new HashSet<>();

  public FateCheck(Why why) {
    this.why = why;
  }

  /**
   * Asks.
   *
   * @param said other texts that the answer must contain
   */
  public void expect(String url, String standing, String cause, String... said) throws Exception {
    asked.add(url);
    String json = why.json(url);
    String got = field(json, "standing") + ", " + field(json, "cause");
    if (!got.equals(standing + ", " + cause)) {
      wrong.add(url + ": expected " + standing + ", " + cause + ", got " + got + ": " + json);
    }
    for (String part : said) {
      if (!json.contains(part)) {
        wrong.add(url + ": expected '" + part + "' in " + json);
      }
    }
  }

  public void assertAllRight() {
    assertEquals("", String.join("\n", wrong), asked.size() + " URLs");
  }

  /** The number of URLs asked about. */
  public int asked() {
    return asked.size();
  }

  static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }
}
