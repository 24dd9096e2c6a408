package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.robots.TdmRep;
import org.orbweaver.crawler.robots.TdmRep.TdmRule;
import org.orbweaver.crawler.usage.UsagePreferences;
import org.orbweaver.crawler.usage.UsageStatement;
import org.orbweaver.crawler.usage.Use;

/** Statements about the use of content: in robots.txt, in headers and in tdmrep.json. */
class UsageFuzz {
  private static final String ORIGIN = "https://h.test";
  private static final List<String> PATHS =
      List.of("/", "/a", "/a/b.pdf?c=%2F", "/\u00e9", "/\u65e5/x");

  /** The text is the value of a header, of a meta element and of a line in robots.txt. */
  @FuzzTest
  void statements(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    String line = new String(bytes, ISO_8859_1).replaceAll("[\r\n#]", " ");
    RobotsRules robots =
        RobotsRules.parse(
            ("User-agent: *\nContent-Usage: " + line + "\nContent-Signal: " + line)
                .getBytes(ISO_8859_1),
            List.of("orbweaver"));
    for (String path : PATHS) {
      List<UsageStatement> ofHost = UsageStatement.ofRobots(robots.usage(ORIGIN + path), 1);
      UsagePreferences all =
          UsagePreferences.of(ofHost, name -> List.of(text), name -> text, List.of(text));
      assertEquals(all, UsagePreferences.decode(all.encode()));
      Map<Use, UsageStatement> deciding = all.deciding();
      for (UsageStatement statement : all.statements()) {
        statement
            .uses()
            .forEach(
                (use, allowed) -> {
                  boolean forbids = !deciding.get(use).uses().get(use);
                  boolean counts = statement.scheme() != UsageStatement.Scheme.TDMREP;
                  assertTrue(allowed || forbids || !counts, () -> use + " of " + all);
                });
      }
      for (Use use : Use.values()) {
        assertEquals(
            deciding.containsKey(use), all.words().contains(use.said(true).split(":")[0] + ":"));
      }
    }
  }

  @FuzzTest
  void tdmRep(byte[] bytes) {
    TdmRep file = TdmRep.parse(bytes);
    List<String> found = new ArrayList<>();
    for (String path : PATHS) {
      Optional<TdmRule> rule = file.find(ORIGIN + path);
      rule.ifPresent(
          one -> {
            assertTrue(one.location().startsWith("/"), one::toString);
            assertTrue(one.reservation().matches("[01]"), one::toString);
            UsageStatement said = UsageStatement.ofFile(one, 1);
            assertEquals(one.reservation().equals("0"), said.uses().get(Use.TDM));
          });
      found.add(rule.toString());
    }
    String text = new String(bytes, ISO_8859_1);
    boolean isUtf8 = text.indexOf(0) < 0 && !text.matches("(?s)[\u00ef\u00fe\u00ff].*");
    if (isUtf8) {
      // White space around a file says nothing.
      assertEquals(found, found(TdmRep.parse((" " + text + "\n").getBytes(ISO_8859_1))));
    }
  }

  private static List<String> found(TdmRep file) {
    return PATHS.stream().map(path -> file.find(ORIGIN + path).toString()).toList();
  }
}
