package org.orbweaver.crawler.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicModelTest {
  private static final Map<String, String[]> WORDS =
      Map.of(
          "cooking", "oven flour butter sugar salt recipe pan whisk dough bake".split(" "),
          "music", "violin chord sonata tempo orchestra melody piano score key bar".split(" "),
          "茶", "绿茶红茶茶叶泡茶水温茶杯茶壶龙井普洱乌龙".split("(?<=\\G..)"));
  private static final String[] COMMON = "the and of with for that this page more next".split(" ");

  private static String text(String topic, Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      String[] words = random.nextInt(4) == 0 ? WORDS.get(topic) : COMMON;
      text.append(words[random.nextInt(words.length)]).append(' ');
    }
    return text.toString();
  }

  /** Twenty times as many pages of cooking as of the others. */
  private static SortedMap<String, TopicSums> sums(Random random) {
    SortedMap<String, TopicSums> sums = new TreeMap<>();
    for (String topic : WORDS.keySet()) {
      TopicSums own = new TopicSums();
      for (int i = topic.equals("cooking") ? 400 : 20; i > 0; i--) {
        own.add(text(topic, random));
      }
      sums.put(topic, own);
    }
    return sums;
  }

  @Test
  void guessesTopicsOfFewPagesAsWellAsThoseOfMany() {
    Random random = new Random(5);
    TopicModel model = TopicModel.learn(sums(random), 10);
    for (String topic : WORDS.keySet()) {
      for (int i = 0; i < 50; i++) {
        String text = text(topic, random);
        List<TopicModel.Topic> guess = model.classify(text);
        assertEquals(topic, guess.get(0).name(), text);
        assertEquals(1, guess.stream().mapToDouble(TopicModel.Topic::probability).sum(), 1e-9);
        assertEquals(
            -Math.log(guess.get(0).probability()),
            model.logLoss(text, model.names().indexOf(topic))[10],
            1e-9);
      }
    }
    assertEquals(List.of(), model.classify("12 … 34"));
  }

  @Test
  void partsAddUpAndAModelIsReadAsItWasWritten() throws IOException {
    Random random = new Random(7);
    SortedMap<String, TopicSums> sums = sums(random);
    SortedMap<String, TopicSums> twice = new TreeMap<>();
    for (Map.Entry<String, TopicSums> topic : sums.entrySet()) {
      TopicSums both = new TopicSums();
      for (int i = 0; i < 2; i++) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        topic.getValue().write(new DataOutputStream(bytes));
        both.addAll(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      }
      assertEquals(2 * topic.getValue().pages(), both.pages());
      twice.put(topic.getKey(), both);
    }
    TopicModel model = TopicModel.learn(twice, 8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    model.write(new DataOutputStream(bytes));
    TopicModel read =
        TopicModel.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    String text = text("music", random);
    assertEquals(model.classify(text), read.classify(text));
    assertThrows(
        IOException.class,
        () -> TopicModel.read(new DataInputStream(new ByteArrayInputStream(new byte[99]))));
  }

  @Test
  void storesTheLikelyTopicsOnly() {
    assertEquals(
        "a:0.900 b:0.060",
        TopicModel.stored(
            List.of(
                new TopicModel.Topic("a", .9),
                new TopicModel.Topic("b", .06),
                new TopicModel.Topic("c", .04))));
  }

  @ParameterizedTest
  @CsvSource({
    "http://llvm.org/docs/a/b.html, compilers",
    "https://www.llvm.org/docs/, compilers",
    "http://llvm.org/docs, llvm",
    "http://llvm.org/docs/lang/x, languages",
    "http://llvm.org:8080/other/, llvm",
    "http://notllvm.org/docs/, ",
    "http://example.com/, ",
    "mailto:a@llvm.org, ",
  })
  void theLongestPlaceLabelsAPage(String url, String topic) {
    Labels labels =
        Labels.parse(
            List.of(
                "# topic place",
                "llvm llvm.org",
                "compilers\thttp://llvm.org/docs/",
                "",
                "languages llvm.org/docs/lang"),
            "f");
    assertEquals(topic, labels.topicOf(url));
  }

  @ParameterizedTest
  @CsvSource({
    "a x.org|b, 'f, line 2: ''b'' is not a topic and a host or directory'",
    "a x.org|b x.org/, 'f, line 2: x.org/ is already of topic a'",
    "a x.org, 'f: 2 to 100 topics are required, not 1'",
  })
  void saysWhatIsWrongWithLabels(String lines, String message) {
    List<String> all = List.of(lines.split("\\|"));
    var fault = assertThrows(IllegalArgumentException.class, () -> Labels.parse(all, "f"));
    assertTrue(fault.getMessage().contains(message), fault.getMessage());
  }
}
