package org.orbweaver.crawler.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Texts just within a rule and just beyond it, computed by hand. */
class PresetTest {
  /** Words of five letters, no two alike. */
  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(PresetTest::word).collect(Collectors.joining(" "));
  }

  private static String word(int n) {
    StringBuilder word = new StringBuilder("w");
    for (int rest = n, i = 0; i < 4; i++, rest /= 26) {
      word.append((char) ('a' + rest % 26));
    }
    return word.toString();
  }

  private static String reason(Preset preset, String text) {
    return preset.judge(text, "en").reason();
  }

  @Test
  void gopherCountsWords() {
    assertEquals("gopher_short_doc", reason(Preset.GOPHER, "the be " + words(0, 47)));
    assertNull(reason(Preset.GOPHER, "the be " + words(0, 48)));
    assertNull(reason(Preset.GOPHER, "the be . , " + words(0, 48)));
    assertEquals("gopher_short_doc", reason(Preset.GOPHER, "the be . , " + words(0, 47)));
    assertEquals("gopher_long_doc", reason(Preset.GOPHER, "the be " + words(0, 99_999)));
  }

  @Test
  void gopherMeasuresWords() {
    // 50 words; 3 letters in the mean are enough, 149 / 50 are not.
    String letters =
        IntStream.range(0, 48)
            .mapToObj(n -> "" + (char) ('a' + n % 26) + (char) ('k' + n / 26) + "x")
            .collect(Collectors.joining(" "));
    assertNull(reason(Preset.GOPHER, "the and " + letters));
    assertEquals("gopher_below_avg_threshold", reason(Preset.GOPHER, "the to " + letters));
    String longest =
        IntStream.range(0, 48).mapToObj(n -> word(n) + "abcdef").collect(Collectors.joining(" "));
    assertEquals(
        "gopher_above_avg_threshold", reason(Preset.GOPHER, "the and " + longest)); // 534 / 50
  }

  @Test
  void gopherCountsSymbols() {
    // 7 of 70 are as many as may be.
    String hashes = " # waaaa # waaab # waaac # waaad # waaae # waaaf #";
    assertNull(reason(Preset.GOPHER, "the be " + words(100, 155) + hashes));
    assertEquals(
        "gopher_too_many_hashes", reason(Preset.GOPHER, "the be " + words(100, 154) + hashes));
    assertEquals(
        "gopher_too_many_ellipsis",
        reason(Preset.GOPHER, "the be " + words(0, 50) + " a... b… c... d… e... f… g..."));
  }

  /** Ten lines of six words. */
  private static List<String> lines(String begin, String end, int marked) {
    return IntStream.range(0, 10)
        .mapToObj(
            i -> {
              String line = "the " + words(i * 5, i * 5 + 5);
              return i < marked ? begin + line + end : line;
            })
        .toList();
  }

  @Test
  void gopherLooksAtLines() {
    assertNull(reason(Preset.GOPHER, String.join("\n", lines("• ", "", 9))));
    assertEquals(
        "gopher_too_many_bullets", reason(Preset.GOPHER, String.join("\n", lines("- ", "", 10))));
    assertNull(reason(Preset.GOPHER, String.join("\n", lines("", "...", 3))));
    assertEquals(
        "gopher_too_many_end_ellipsis",
        reason(Preset.GOPHER, String.join("\n", lines("", "…", 4))));
  }

  @Test
  void gopherLooksForProse() {
    String numbers =
        IntStream.range(1000, 1015).mapToObj(n -> " " + n).collect(Collectors.joining());
    assertNull(reason(Preset.GOPHER, "the be " + words(0, 58) + numbers)); // 60 of 75
    assertEquals(
        "gopher_below_alpha_threshold", reason(Preset.GOPHER, "the be " + words(0, 57) + numbers));
    assertEquals("gopher_enough_stop_words", reason(Preset.GOPHER, "the " + words(0, 60)));
    assertNull(reason(Preset.GOPHER, "the the " + words(0, 60)));
    assertNull(Preset.GOPHER.judge("der " + words(0, 60), "de").reason());
    assertEquals("gopher_enough_stop_words", Preset.GOPHER.judge(words(0, 60), null).reason());
  }

  @Test
  void gopherFindsRepetition() {
    // Of ten lines three may be there again, if they are short.
    String base = "the be " + words(0, 60) + "\n" + words(60, 90) + "\n";
    String six = "aa bb\ncc dd\nee ff\ngg hh\nii jj\n";
    assertNull(reason(Preset.GOPHER, base + six + "aa bb\ncc dd\nee ff"));
    assertEquals("dup_line_frac", reason(Preset.GOPHER, base + six + "aa bb\ncc dd\nee ff\ngg hh"));
    // A line of 29 characters again, in a text of 145 or 144.
    String line = words(0, 5);
    String rest = words(5, 12) + "\n" + words(12, 19) + "\n" + line + "\n" + line;
    assertEquals(143, rest.length());
    assertEquals("dup_line_char_frac", reason(Preset.GOPHER, "x" + rest));
    assertEquals("top_3_gram", reason(Preset.GOPHER, "xx" + rest)); // 34 of 145
    // Two words of 11 characters with the space, four times: 44 of 220 are .2.
    String pairs =
        IntStream.range(0, 4)
            .mapToObj(i -> "alpha gamma " + words(i * 7, i * 7 + 7))
            .collect(Collectors.joining(" "));
    assertEquals(215, pairs.length());
    assertEquals("top_2_gram", reason(Preset.GOPHER, pairs));
    assertEquals("gopher_short_doc", reason(Preset.GOPHER, pairs + " aaaaa"));
  }

  @Test
  void gopherFindsRepeatedRuns() {
    // Ten words come again, as two runs of five, with 50 letters: 50 / .15 = 333.3.
    String text = words(0, 10) + " . " + words(0, 10) + " " + words(10, 45);
    assertEquals(331, text.length());
    assertEquals("duplicated_5_n_grams", reason(Preset.GOPHER, text));
    // 337: .148; 30, 35 and 40 letters of the longer runs are .089, .104 and .119; 45 are .134.
    assertEquals("duplicated_9_n_grams", reason(Preset.GOPHER, text + " zzzzz"));
  }

  private static final String FIVE =
      "One line that ends well. It has two sentences.\nA second one, too!\nAnd is this the third?\n";

  @Test
  void c4KeepsSentences() {
    Preset.Judged judged =
        Preset.C4.judge(
            FIVE
                + "A heading without an end\nToo short.\nTrails off into nothing...\n"
                + "Please turn on JavaScript to read this.\nRead our privacy policy with care.\n"
                + "The last of them[12] is here[citation needed].\n",
            "en");
    assertNull(judged.reason());
    assertEquals(FIVE + "The last of them is here.", judged.text());
    assertEquals("too_few_sentences", reason(Preset.C4, FIVE));
    assertEquals("lorem_ipsum", reason(Preset.C4, FIVE + "Lorem ipsum dolor sit."));
    assertNull(reason(Preset.C4, FIVE + "It is well here.\nLorem ipsum without end"));
    assertEquals("curly_bracket", reason(Preset.C4, FIVE + "Then if (x) { y; }."));
    assertNull(reason(Preset.C4, FIVE + "It is well here.\nif (x) {"));
  }

  private static String fine(int ended, int brief, String end) {
    StringBuilder text = new StringBuilder("the be to of and have with that then so it goes\n");
    for (int i = 0; i < 24; i++) {
      text.append(words(i * 12, i * 12 + (i < brief ? 4 : 12)))
          .append(i >= 24 - ended ? "." : "")
          .append('\n');
    }
    return text + end;
  }

  @Test
  void fineWebLooksAtLines() {
    // 3 of 25 lines are .12; 17 short ones of 25 are .68, 16 are .64.
    assertEquals("line_punct_ratio", reason(Preset.FINEWEB, fine(3, 0, "")));
    assertNull(reason(Preset.FINEWEB, fine(4, 0, "")));
    assertNull(reason(Preset.FINEWEB, fine(4, 16, "")));
    assertEquals("short_line_ratio", reason(Preset.FINEWEB, fine(4, 17, "")));
    // 24 lines of 71 characters, and 47: one per cent is a line of 17 or 18 characters.
    assertNull(reason(Preset.FINEWEB, fine(4, 0, "end of it.\nend of it.")));
    assertEquals(
        "char_dup_ratio",
        reason(Preset.FINEWEB, fine(4, 0, "end of it is here.\nend of it is here.")));
    // 40 line breaks for 131 words are .305, for 134 words .299.
    String list =
        "the be to go."
            + IntStream.range(0, 120)
                .mapToObj(
                    i -> (i % 3 == 0 ? "\n" : " ") + word(i) + "abcde" + (i % 18 == 2 ? "." : ""))
                .collect(Collectors.joining());
    assertEquals("list_ratio", reason(Preset.FINEWEB, list + "."));
    assertNull(reason(Preset.FINEWEB, list + ", and so on."));
  }

  @Test
  void refinedWebDropsLinesUpToATwentieth() {
    String text = "the be " + words(0, 91) + "\n" + words(91, 180) + "\n";
    Preset.Judged judged =
        Preset.REFINEDWEB.judge(text + "HOME NEWS\n3 likes\n1234\nitems\n2 items in cart", "en");
    assertNull(judged.reason()); // 9 of 191: 2 + 2 + 1 + 1 + 3
    assertEquals(text + "2", judged.text());
    assertEquals(
        "line_filter_words",
        reason(
            Preset.REFINEDWEB,
            text + "HOME NEWS\n3 likes\n1234\nitems\n2 items in cart\nSIX OF US"));
    judged = Preset.REFINEDWEB.judge(text + "Sign in to see it\nIt goes on, read more...", "en");
    assertEquals(text + "to see it\nIt goes on,", judged.text());
  }

  @Test
  void scriptsWithoutSpacesAreLeftOut() {
    for (Preset preset : Preset.values()) {
      if (preset == Preset.NONE) {
        assertNull(reason(preset, "これは日本語の文章です。"));
        continue;
      }
      assertEquals("unspaced_script", reason(preset, "これは日本語の文章です。".repeat(20)));
      assertEquals("unspaced_script", reason(preset, "ภาษาไทยไม่มีช่องว่าง abc ".repeat(20)));
    }
  }

  @Test
  void samplesAreWithinEachOtherAndOfTheirShare() {
    CorpusRecipe tenth = new CorpusRecipe(Preset.NONE, List.of(), false, .1);
    CorpusRecipe half = new CorpusRecipe(Preset.NONE, List.of(), false, .5);
    int[] counts = new int[2];
    for (int i = 0; i < 10_000; i++) {
      String url = "http://example.org/" + i;
      assertFalse(tenth.samples(url) && !half.samples(url));
      counts[0] += tenth.samples(url) ? 1 : 0;
      counts[1] += half.samples(url) ? 1 : 0;
      assertTrue(CorpusRecipe.ALL.samples(url));
    }
    assertEquals(1000, counts[0], 100);
    assertEquals(5000, counts[1], 200);
    assertEquals(16, CorpusRecipe.id("http://example.org/").length());
  }

  @Test
  void languagesMatchTheirRegions() {
    CorpusRecipe recipe = new CorpusRecipe(Preset.NONE, List.of("pt", "zh-TW"), false, 1);
    assertNull(recipe.judge("x", "pt-BR").reason());
    assertNull(recipe.judge("x", "zh-tw").reason());
    assertEquals("language", recipe.judge("x", "zh-cn").reason());
    assertEquals("language", recipe.judge("x", "p").reason());
    assertEquals("language", recipe.judge("x", null).reason());
    assertEquals("empty", recipe.judge(" \n", "pt").reason());
  }
}
