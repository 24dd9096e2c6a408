package org.orbweaver.crawler.usage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.robots.TdmRep;
import org.orbweaver.crawler.robots.UsageLine;
import org.orbweaver.crawler.usage.UsageStatement.Scheme;

class UsagePreferencesTest {
  private static String words(List<UsageStatement> ofHost, String headers, String meta) {
    return combined(ofHost, headers, meta).words();
  }

  /** Headers and meta elements as "name=value; name=value"; directives by the name robots. */
  private static UsagePreferences combined(
      List<UsageStatement> ofHost, String headers, String meta) {
    Map<String, List<String>> sent =
        pairs(headers)
            .collect(
                Collectors.groupingBy(
                    p -> p[0], Collectors.mapping(p -> p[1], Collectors.toList())));
    Map<String, String> elements = pairs(meta).collect(Collectors.toMap(p -> p[0], p -> p[1]));
    String robots =
        elements.getOrDefault("robots", "")
            + ","
            + String.join(",", sent.getOrDefault("x-robots-tag", List.of()));
    return UsagePreferences.of(
        ofHost,
        name -> sent.getOrDefault(name, List.of()),
        elements::get,
        List.of(robots.split(",", -1)));
  }

  private static java.util.stream.Stream<String[]> pairs(String text) {
    return text == null
        ? java.util.stream.Stream.empty()
        : Arrays.stream(text.split("; ", -1)).map(pair -> pair.split("=", 2));
  }

  /** The examples of the draft and of RFC 9651, and texts that are not dictionaries. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "train-ai=n                          | ai-train:n",
        "train-ai=y, search=n                | search:n ai-train:y",
        "train-ai=n, ai-use=n, search=y      | search:y ai-train:n ai-input:n",
        "train-ai=y, train-ai, search=n, search=\"n\" | ''",
        "train-ai;allow=n, train-ai=y        | ai-train:y",
        "train-ai=n;why=\"so\", future=(a b) | ai-train:n",
        "train-ai=n, train-ai=y              | ai-train:y",
        "train-ai=no                         | ''",
        "Train-ai=n                          | ''",
        "train-ai=n,                         | ''",
        "train-ai=n search=n                 | ''",
        "train-genai=n                       | ai-train:n",
        "bots=n, train-ai=y                  | ai-train:y ai-input:n tdm:n",
        "train-ai;has;parameters=\"?\"       | ''",
        "train-ai;has;parameters=\"?\";      | ''",
        "TRAIN-AI=n, search=n                | ''",
        "search=y, ai-use=?0, x-new=n        | search:y x-new:n",
        "x-new=y, bots=y, ai-train=n, x=1, x2=n | x-new:y x2:n",
        // What RFC 9651 added to structured fields, valid and not.
        "train-ai=n, x=@1659578233           | ai-train:n",
        "train-ai=n, x=%\"f%c3%bcr\", y=1    | ai-train:n",
        "train-ai=n;at=@-1, x=\"@2 %\\\" %\"  | ai-train:n",
        "train-ai=n, x=@1.5                  | ''",
        "train-ai=n, x=%\"%C3\"              | ''",
        // Labels of earlier drafts: n counts where today's label is missing, y never.
        "train-genai=y, ai-output=y          | ''",
        "ai-output=n                         | ai-input:n",
        "inference=n, ai=n, genai=y          | ai-train:n ai-input:n",
        "tdm=n                               | ai-train:n tdm:n",
        "all=n, search=y                     | search:y ai-train:n ai-input:n tdm:n",
        "bots=n, train-ai                    | ai-input:n tdm:n",
        "ai-use=y, bots=n                    | ai-train:n ai-input:y tdm:n",
      })
  void contentUsageIsReadAsDictionary(String header, String expected) {
    assertEquals(expected, words(List.of(), "content-usage=" + header, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "content-signal=search=yes, ai-train=no, ai-input=no | | search:y ai-train:n ai-input:n",
        "content-signal=Search = YES,AI-TRAIN=no,ai-train=yes | | search:y ai-train:n",
        "content-signal=search=maybe, ai-train               | | ''",
        "tdm-reservation=1                                   | | ai-train:n tdm:n",
        "tdm-reservation=0; tdm-policy=http://p.test/        | | tdm:y",
        "tdm-reservation=2                                   | | ''",
        "x-robots-tag=noai, noimageai | | ai-train:n ai-input:n ai-image:n",
        "| robots=index,noimageai     | ai-image:n",
        "x-robots-tag=noml | | ai-train:n",
        "| tdm-reservation=1          | ai-train:n tdm:n",
        // The page has the last word in TDMRep.
        "tdm-reservation=1            | tdm-reservation=0 | tdm:y",
        "tdm-reservation=0            | tdm-reservation=1 | ai-train:n tdm:n",
        "tdm-reservation=1            | tdm-reservation=x | ai-train:n tdm:n",
        // Of different statements the most restrictive counts.
        "content-usage=train-ai=y; content-signal=ai-train=no | | ai-train:n",
        "content-usage=train-ai=n; content-signal=ai-train=yes | | ai-train:n",
        "content-usage=search=y; content-usage=train-ai=n      | | search:y ai-train:n",
        "content-usage=x-new=y, x-a=y; content-usage=x-new=n | | x-a:y x-new:n",
        "content-usage=train-ai=y; tdm-reservation=1 | | ai-train:n tdm:n",
        "content-usage=train-ai=y | robots=noai | ai-train:n ai-input:n ai-image:n",
      })
  void mostRestrictiveWins(String headers, String meta, String expected) {
    assertEquals(expected, words(List.of(), headers, meta));
  }

  private static List<UsageStatement> ofRobots(String file, String url) {
    RobotsRules rules =
        RobotsRules.parse(file.replace('|', '\n').getBytes(ISO_8859_1), List.of("orbweaver"));
    return UsageStatement.ofRobots(rules.usage(url), 1000);
  }

  /** The draft's section 3 and its example; a line of the file ends with a bar. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/test      ; User-Agent: *|Allow: /|Content-Usage: / train-ai=n|Content-Usage: /ai-ok/"
            + " train-ai=y ; ai-train:n",
        "/ai-ok/x   ; User-Agent: *|Allow: /|Content-Usage: / train-ai=n|Content-Usage: /ai-ok/"
            + " train-ai=y ; ai-train:y",
        "/never/x   ; User-Agent: *|Allow: /|Disallow: /never/|Content-Usage: train-ai=n|"
            + "Content-Usage: /ai-ok/ train-ai=y||User-Agent: ExampleBot|Allow: /|"
            + "Content-Usage: train-ai=y ; ai-train:n",
        // A rule without a path is for all paths, and any path is longer.
        "/x         ; User-agent: *|Content-Usage: train-ai=n|Content-Usage: / train-ai=y ;"
            + " ai-train:y",
        "/x         ; User-agent: *|Content-Usage: train-ai=n|Content-Usage: /x train-ai=y ;"
            + " ai-train:y",
        "/y         ; User-agent: *|Content-Usage: train-ai=n|Content-Usage: /x train-ai=y ;"
            + " ai-train:n",
        "/x         ; User-agent: *|Content-Usage: /x x-new=y|Content-Usage: /x x-new=n, search=y ;"
            + " search:y x-new:n",
        // What does not begin with a slash is a statement, here an invalid one.
        "/a.pdf     ; User-agent: *|Content-Usage: *.pdf train-ai=n ; ''",
        "/x         ; User-agent: *|Content-Usage: train-ai=n|Content-Usage: /x#y train-ai=y ; ''",
        "/          ; User-Agent: *|Content-Usage: / train-ai=n||User-agent:"
            + " Orbweaver|Content-Usage: / train-ai=y ; ai-train:y",
        "/          ; User-Agent: *|Content-Usage: / train-ai=n||User-agent: Orbweaver|Disallow: /x"
            + " ; ''",
        "/          ; User-Agent: other|Content-Usage: / train-ai=n ; ''",
        "/          ; User-Agent: *|User-agent: other|content-usage : train-ai=n # no path ;"
            + " ai-train:n",
        "/          ; User-agent: *|Content-Signal: search=yes, ai-train=no|Allow: / ; search:y"
            + " ai-train:n",
        "/a.pdf?x=1 ; User-agent: *|Content-Usage: /*.pdf train-ai=n|Content-Usage: / train-ai=y ;"
            + " ai-train:n",
        "/a.html    ; User-agent: *|Content-Usage: /*.pdf$ train-ai=n|Content-Usage: / train-ai=y ;"
            + " ai-train:y",
        "/a%20b     ; User-agent: *|Content-Usage: /a%20b train-ai=n ; ai-train:n",
        // Both lines of one path count, in either order; the two kinds do not overrule each other.
        "/          ; User-agent: *|Content-Usage: / train-ai=n|Content-Usage: / train-ai=y,"
            + " search=y ; search:y ai-train:n",
        "/x         ; User-agent: *|Content-Signal: ai-train=no|Content-Usage: /x train-ai=y ;"
            + " ai-train:n",
        "/x         ; User-agent: *|Content-Usage: / train-ai=n|Content-Usage: /x ; ''",
      })
  void robotsTxtSpeaksByPathAndGroup(String path, String file, String expected) {
    assertEquals(expected, words(ofRobots(file, "http://a.test" + path), null, null));
  }

  /** Groups are RFC 9309's, whether a crawler knows the lines or not. */
  @Test
  void usageLinesEndNoGroup() {
    String file = "User-agent: orbweaver\nContent-Signal: search=no\nUser-agent: b\nDisallow: /\n";
    for (String agent : List.of("orbweaver", "b")) {
      RobotsRules rules = RobotsRules.parse(file.getBytes(UTF_8), List.of(agent));
      assertEquals(false, rules.allows("http://a.test/x"));
      assertEquals(agent.equals("b") ? 0 : 1, rules.usage("http://a.test/x").size());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // The protocol's own example.
        "/directory-a/x        | 1",
        "/directory-b/html/i   | 1, tdm-policy: https://p.test/policy.json",
        "/directory-b/images/a.jpg | 0",
        "/directory-b/images/a.png | ",
        // The first match, not the longest.
        "/first/second         | 1",
        "/exact                | 1",
        "/exact/not            | ",
      })
  void tdmRepFileSpeaksByPath(String path, String expected) {
    TdmRep file =
        TdmRep.parse(
            """
            [{"location": "/directory-a/", "tdm-reservation": 1, "more": {"a": [1, 2]}},
             {"location": "/directory-b/html/", "tdm-reservation": "1",
              "tdm-policy":"https://p.test/policy.json"},
             {"location": "/directory-b/images/*.jpg", "tdm-reservation": 0},
             {"location": "/directory-b/images/", "tdm-reservation": 7}, "odd", {},
             {"location": "/first/", "tdm-reservation": 1},
             {"location": "/first/second", "tdm-reservation": 0},
             {"location": "/exact$", "tdm-reservation": 1}]
            """
                .getBytes(UTF_8));
    Optional<UsageStatement> said =
        file.find("http://a.test" + path).map(rule -> UsageStatement.ofFile(rule, 0));
    assertEquals(
        Optional.ofNullable(expected).map(rest -> "tdm-reservation: " + rest),
        said.map(one -> one.text().replaceFirst("^/\\S* ", "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{\"location\":\"/\",\"tdm-reservation\":1} | true",
        "{\"location\":\"/\",\"tdm-reservation\":1} | true",
        "[{\"location\":\"/\",\"tdm-reservation\":1},{\"loc | true",
        "[{\"location\":\"/\",\"tdm-reservation\":true}] | false",
        "<html>404</html> | false",
        "[[[[ | false",
        "`` | false",
        "null | false",
      })
  void brokenTdmRepFileCountsAsFarAsItGoes(String json, boolean reserved) {
    assertEquals(reserved, TdmRep.parse(json.getBytes(UTF_8)).find("http://a.test/").isPresent());
  }

  @Test
  void hostileFilesAreBounded() {
    assertEquals(TdmRep.NONE, TdmRep.parse("[".repeat(TdmRep.MAX_BYTES * 2).getBytes(UTF_8)));
    String star = "/" + "*a".repeat(200);
    String rule = "{\"location\":\"" + star + "b\",\"tdm-reservation\":1},";
    TdmRep costly = TdmRep.parse(("[" + rule.repeat(600)).getBytes(UTF_8));
    assertEquals(Optional.empty(), costly.find("http://a.test/" + "a".repeat(2000)));
    String line = "Content-Usage: " + star + "b%d train-ai=n|";
    StringBuilder file = new StringBuilder("User-agent: *|");
    for (int i = 0; i < 1100; i++) {
      file.append(line.replace("%d", "" + i));
    }
    assertEquals(List.of(), ofRobots(file.toString(), "http://a.test/" + "a".repeat(2000)));
    String same = "User-agent: *|" + ("Content-Usage: x=" + "y".repeat(9000) + "|").repeat(50);
    List<UsageStatement> kept = ofRobots(same, "http://a.test/");
    assertTrue(kept.size() <= 8, "one path's lines");
    kept.forEach(one -> assertEquals(UsageLine.MAX_TEXT, one.text().length()));
    assertEquals("", words(List.of(), "content-usage=" + "(".repeat(4000), null));
  }

  /** The parts kept in metadata: the vocabulary, place and time, and the original text. */
  @Test
  void statementsSurviveTheirEncoding() {
    UsagePreferences all =
        combined(
            ofRobots("User-agent: *|Content-Usage: /\ttrain-ai=n", "http://a.test/x"),
            "content-signal=search=no; tdm-reservation=1; tdm-policy=http://p.test/\n\u0007q",
            "robots=noai");
    UsagePreferences read = UsagePreferences.decode(all.encode() + "\nof a later version\n");
    assertEquals(all, read);
    // Statements that an earlier version has stored, by an earlier draft.
    assertEquals(all, UsagePreferences.decode(all.encode().replace("vocab-08", "vocab-06")));
    UsageStatement decides = read.deciding().get(Use.AI_TRAIN);
    assertEquals(Scheme.AIPREF, decides.scheme());
    assertEquals("robots.txt, line 2 (as of 1970-01-01T00:00:01Z)", decides.place());
    assertEquals("Content-Usage: / train-ai=n", decides.text());
    assertEquals("search:n ai-train:n ai-input:n ai-image:n tdm:n", read.words());
  }
}
