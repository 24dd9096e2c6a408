package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.orbweaver.crawler.robots.RuleSet.Rule;

/**
 * An origin's {@code /.well-known/tdmrep.json}: the paths for which the rights to mine text and
 * data are reserved (<a
 * href="https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/">TDM Reservation
 * Protocol</a>, section 6.2). It is an array of rules, and the first that matches decides;
 * locations are matched as the paths of robots.txt are. A single rule outside an array counts as
 * well: the protocol forbids it, but owners write it.
 *
 * <p>Rules without a location or with another reservation than 0 and 1 state nothing. If the file
 * breaks off or is not JSON, the rules before that place count. Immutable; its memory is
 * proportional to the file, and a search is bounded as in {@link RuleSet}.
 */
public final class TdmRep {
  /** The path of the file on its origin. */
  public static final String PATH = "/.well-known/tdmrep.json";

  /** Bytes of a file that are read. */
  public static final int MAX_BYTES = 256 << 10;

  /** No file, or one that states nothing. */
  public static final TdmRep NONE = new TdmRep(List.of());

  private static final int MAX_RULES = 5000;
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * A rule.
   *
   * @param location its pattern, as written
   * @param reservation as written: "1" reserves the rights, "0" does not
   * @param policy URL of the policy, or empty
   */
  public record TdmRule(String location, String reservation, String policy) {
    private boolean isValid() {
      return location.startsWith("/") && (reservation.equals("0") || reservation.equals("1"));
    }
  }

  private final List<TdmRule> entries;
  private final RuleSet paths;

  private TdmRep(List<TdmRule> entries) {
    this.entries = entries;
    List<Rule> rules = new ArrayList<>();
    for (TdmRule entry : entries) {
      // The rule's line is the entry's place, from 1.
      String octets = new String(entry.location().getBytes(UTF_8), ISO_8859_1);
      rules.add(new Rule(true, RobotsPath.ofRule(octets), rules.size() + 1));
    }
    paths = RuleSet.inOrder(rules);
  }

  /** Reads a file; never null and without exception, whatever the bytes are. */
  public static TdmRep parse(byte[] content) {
    List<TdmRule> entries = new ArrayList<>();
    int length = Math.min(content.length, MAX_BYTES);
    try (JsonParser json = JSON.createParser(content, 0, length)) {
      JsonToken token = json.nextToken();
      if (token == JsonToken.START_ARRAY) {
        token = json.nextToken();
      }
      while (token != null && token != JsonToken.END_ARRAY && entries.size() < MAX_RULES) {
        if (token == JsonToken.START_OBJECT) {
          TdmRule entry = entry(json);
          if (entry.isValid()) {
            entries.add(entry);
          }
        } else {
          json.skipChildren();
        }
        token = json.nextToken();
      }
    } catch (IOException e) {
      // The rules before invalid JSON still state the owner's will.
    }
    return entries.isEmpty() ? NONE : new TdmRep(List.copyOf(entries));
  }

  private static TdmRule entry(JsonParser json) throws IOException {
    String location = "";
    String reservation = "";
    String policy = "";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      String value = json.nextToken().isScalarValue() ? json.getText().strip() : "";
      json.skipChildren();
      switch (name) {
        case "location" -> location = value;
        case "tdm-reservation" -> reservation = value;
        case "tdm-policy" -> policy = value;
        default -> {}
      }
    }
    return new TdmRule(location, reservation, policy);
  }

  /**
   * The rule that applies to a URL.
   *
   * @param url absolute http or https URL of the origin whose file this is
   */
  public Optional<TdmRule> find(String url) {
    Rule rule = entries.isEmpty() ? null : paths.find(RobotsPath.ofUrl(url));
    return rule == null || rule.line() == 0
        ? Optional.empty()
        : Optional.of(entries.get(rule.line() - 1));
  }
}
