package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.junit.jupiter.api.Test;

/** Holds {@link LatinWordsFilter} equal to the chain before it. */
class LatinWordsFilterTest {
  /** Characters of all classes of UAX #29, and those that the filters treat specially. */
  private static final String[] SPECIAL = {
    ".",
    ",",
    ";",
    ":",
    "'",
    "_",
    "\"",
    "-",
    "#",
    "*",
    " ",
    " ",
    " ",
    "\t",
    "\r",
    "\n",
    "\u000b",
    "\u0085",
    "\u00a0",
    "\u00ad",
    "\u00b7",
    "\u2019",
    "\u2018",
    "\u2024",
    "\u2027",
    "\ufe13",
    "\ufe52",
    "\uff07",
    "\uff0e",
    "\uff1a",
    "\u066c",
    "\u203f",
    "\uff3f",
    "\u0301",
    "\u200d",
    "\ufe0f",
    "\u20e3",
    "\u200b",
    "\u2060",
    "\u2028",
    "\u3000",
    "\u00e9",
    "\u00df",
    "\u0130",
    "\u0131",
    "\u01c5",
    "\u00b5",
    "\u00aa",
    "\u00d7",
    "\u02bc",
    "\u0378",
    "\u03c3",
    "\u0416",
    "\u05d0",
    "\u05d1\"\u05d2",
    "\u0627",
    "\u0661",
    "\u0915\u093f",
    "\u0e01\u0e32\u0e23",
    "\u30ab",
    "\u30fc",
    "\uff76",
    "\u3042",
    "\u6f22",
    "\u5b57",
    "\ud55c",
    "\uff21",
    "\uff11",
    "\ud83d\ude00",
    "\ud83d\udc69\u200d\ud83d\udcbb",
    "\ud83c\uddeb\ud83c\uddf7",
    "\ud83c\udffd",
    "\ud842\udfb7",
    "\ud800",
    "\udc00",
    "\u0000",
    "1",
    "5",
    "a",
    "Z",
    "don't",
    "a.b",
    "3.14",
    "x:y",
    "1,000",
    "\u00a9"
  };

  private static Analyzer analyzer(boolean isFast) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer source = new StandardTokenizer();
        TokenStream chain =
            new CJKBigramFilter(
                new LowerCaseFilter(new CJKWidthFilter(new WordPartsFilter(source))),
                CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA,
                fieldName.isEmpty());
        if (!isFast) {
          return new TokenStreamComponents(source, chain);
        }
        LatinWordsFilter words = new LatinWordsFilter(chain, source);
        return new TokenStreamComponents(words::setReader, words);
      }
    };
  }

  private static List<String> tokens(Analyzer analyzer, String field, String text)
      throws IOException {
    List<String> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream(field, text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      TypeAttribute type = stream.addAttribute(TypeAttribute.class);
      var increment = stream.addAttribute(PositionIncrementAttribute.class);
      var length = stream.addAttribute(PositionLengthAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(
            "%s %d-%d +%d %d %s"
                .formatted(
                    term,
                    offset.startOffset(),
                    offset.endOffset(),
                    increment.getPositionIncrement(),
                    length.getPositionLength(),
                    type.type()));
      }
      stream.end();
      tokens.add("end %d +%d".formatted(offset.endOffset(), increment.getPositionIncrement()));
    }
    return tokens;
  }

  private static String piece(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> Character.toString(random.nextInt(0x250));
      case 1 -> Character.toString(random.nextInt(0x3100));
      case 2 -> Character.toString(random.nextInt(0x20000));
      case 3 -> "x".repeat(random.nextInt(100) == 0 ? 240 + random.nextInt(300) : 3);
      case 4, 5, 6 -> Integer.toString(random.nextInt(1 << 20), 36);
      default -> SPECIAL[random.nextInt(SPECIAL.length)];
    };
  }

  @Test
  void findsTheTokensOfTheChainInRandomText() throws IOException {
    Random random = new Random(11);
    long words = 0;
    try (Analyzer fast = analyzer(true);
        Analyzer chain = analyzer(false)) {
      for (int i = 0; i < 60_000; i++) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(25); n > 0; n--) {
          text.append(piece(random));
        }
        text.append(random.nextBoolean() ? " " : "."); // no half character: see below
        String field = i % 2 == 0 ? "" : "pairs of ideographs only";
        List<String> expected = tokens(chain, field, text.toString());
        assertEquals(
            expected,
            tokens(fast, field, text.toString()),
            () -> text.chars().mapToObj("%04x"::formatted).toList().toString());
        words += expected.size() - 1;
      }
    }
    assertTrue(words > 200_000, "only " + words + " tokens were compared");
  }

  @Test
  void findsTheTokensOfTheChainWhereWordsAreCut() throws IOException {
    try (Analyzer fast = analyzer(true);
        Analyzer chain = analyzer(false)) {
      for (int n = 250; n < 260; n++) {
        for (String end :
            List.of("", " b", ".b", ".b.c", "'s", ":", "_", "5", "\u0301", ".\u0301b")) {
          for (String begin : List.of("", "a.", "5", "5.", "a-", "\u6f22 ")) {
            String text = begin + "a".repeat(n) + end + " end";
            assertEquals(tokens(chain, "", text), tokens(fast, "", text), begin + n + end);
          }
        }
      }
    }
  }

  @Test
  void keepsTheWordsBeforeHalfACharacterAtTheEnd() throws IOException {
    String words = "words \u6f22\u5b57 ";
    try (Analyzer fast = analyzer(true);
        Analyzer chain = analyzer(false)) {
      List<String> expected = tokens(chain, "", words);
      List<String> found = tokens(fast, "", words + '\ud800');
      assertEquals(expected.subList(0, expected.size() - 1), found.subList(0, found.size() - 1));
    }
  }

  @Test
  void findsTheTokensOfALongText() throws IOException {
    String text =
        "Some words, d'un mot\u00e9; \u0441\u043b\u043e\u0432\u043e 3.14 a_b. ".repeat(3000);
    try (Analyzer fast = analyzer(true);
        Analyzer chain = analyzer(false)) {
      assertEquals(tokens(chain, "", text), tokens(fast, "", text));
      assertEquals(tokens(chain, "", "after"), tokens(fast, "", "after"));
    }
  }
}
