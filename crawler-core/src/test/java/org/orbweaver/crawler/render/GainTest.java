package org.orbweaver.crawler.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GainTest {
  private static String words(String stem, int count) {
    return IntStream.range(0, count).mapToObj(i -> stem + i).collect(Collectors.joining(" "));
  }

  private static Gain text(String before, String after) {
    return Gain.of(before, List.of(), after, List.of());
  }

  @Test
  void moreThanAFifthOfWordsIsMore() {
    String before = words("w", 100);
    assertFalse(text(before, before + " " + words("x", 20)).bringsMore());
    assertTrue(text(before, before + " " + words("x", 21)).bringsMore());
  }

  @Test
  void aHandfulIsNothing() {
    assertFalse(text("Please wait", "Please wait a moment").bringsMore());
    assertFalse(text("", "one two three four five").bringsMore());
    assertTrue(text("", "one two three four five six").bringsMore());
  }

  @Test
  void shuffledAndRepeatedTextIsNothing() {
    assertEquals(
        new Gain(8, 0, 0, 0, 0),
        text(
            "one two three four\nfive six seven eight",
            "Five Six eight seven\ntwo one four three"));
    String slide = words("w", 30);
    assertFalse(text(slide, slide + "\n" + slide + "\n" + slide).bringsMore());
  }

  @Test
  void otherTextInsteadIsMore() {
    Gain gain = text(words("menu", 200), words("article", 150));
    assertEquals(new Gain(200, 150, 200, 0, 0), gain);
    assertTrue(gain.bringsMore());
  }

  @Test
  void aWallInsteadOfAnArticleIsNotMore() {
    assertFalse(text(words("article", 500), words("wall", 120)).bringsMore());
  }

  @Test
  void linksAreMoreByTheirTargets() {
    List<String> before = List.of("http://a/1", "http://a/2");
    List<String> after = IntStream.range(0, 9).mapToObj(i -> "http://a/" + i).toList();
    Gain gain = Gain.of("some words", before, "some words", after);
    assertEquals(new Gain(2, 0, 0, 2, 7), gain);
    assertTrue(gain.bringsMore());
    assertFalse(Gain.of("some words", after, "some words", before).bringsMore());
    assertEquals("2 words became 2, 2 links and 7 new ones", gain.toString());
  }

  @Test
  void scriptsWithoutSpacesHaveWords() {
    assertEquals(10, text("", "吾輩は猫である。名前").addedWords() + 1);
    assertEquals(3, text("", "مرحبا بالعالم 12").addedWords());
    assertEquals(2, text("", "हिन्दी पाठ").addedWords());
  }
}
