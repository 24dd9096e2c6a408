package org.orbweaver.index.schema;

import java.io.CharArrayReader;
import java.io.IOException;
import java.io.Reader;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.ArrayUtil;

/**
 * Finds words of Latin letters and digits itself, and has all other text analysed by the chain
 * before it: the tokenizer and the filters that take words apart, put them in lower case and pair
 * ideographs. Both give the same tokens, but the chain takes several times as long for them.
 *
 * <p>A word is one of UAX #29 as {@link StandardTokenizer} has them, split as by {@link
 * WordPartsFilter}. Where a character could change the breaks beside it (a mark, an emoji, an
 * underscore), the text from that word to a space is left to the chain. No token has a space, so it
 * makes no difference to the chain where its text begins and ends.
 *
 * <p>The text comes by {@link #setReader}, not by the tokenizer. Memory: the text of a field.
 */
final class LatinWordsFilter extends TokenFilter {
  /** A buffer for longer texts is not kept: each field of each language has one. */
  private static final int KEPT_CHARS = 1 << 14;

  private static final int LONGEST_WORD = StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH;

  private static final String WORD = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.ALPHANUM];
  private static final String NUMBER = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.NUM];

  /** Where the letters of Latin Extended-B end. */
  private static final int LATIN = 0x250;

  // Classes of characters: no word has it; for the chain; and, of words:
  private static final byte BREAK = 0;
  private static final byte OTHER = 1;
  private static final byte DIGIT = 2;
  private static final byte LETTER = 3;
  // Of words, if between two letters; two digits; two of either.
  private static final byte MID_LETTER = 4;
  private static final byte MID_NUMBER = 5;
  private static final byte MID_BOTH = 6;

  private static final byte[] CLASSES = new byte[LATIN];
  private static final char[] LOWER_CASE = new char[LATIN];

  static {
    for (char c = 0; c < LATIN; c++) {
      LOWER_CASE[c] = Character.toLowerCase(c);
      CLASSES[c] =
          switch (c) {
            case '.', '\'' -> MID_BOTH;
            case ':' -> MID_LETTER;
            case ',', ';' -> MID_NUMBER;
            case '_' -> OTHER;
            default -> {
              if (Character.isLetter(c)) {
                yield LETTER;
              }
              if (c >= 128) {
                yield OTHER;
              }
              yield Character.isDigit(c) ? DIGIT : BREAK;
            }
          };
    }
  }

  private final Tokenizer tokenizer;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);

  private Reader reader;
  private char[] text = new char[256];
  private int length;

  /** The text before has been analysed. */
  private int at;

  /** The end of the word whose parts are being emitted; not beyond {@link #at} if there is none. */
  private int wordEnd;

  private String wordType;

  /** True while the chain analyses a text, which lies there. */
  private boolean isInChain;

  private int chainStart;
  private int chainEnd;

  /**
   * @param chain for all other text
   * @param tokenizer that it begins with
   */
  LatinWordsFilter(TokenStream chain, Tokenizer tokenizer) {
    super(chain);
    this.tokenizer = tokenizer;
  }

  /** Sets the next text. */
  void setReader(Reader newReader) {
    reader = newReader;
  }

  @Override
  public void reset() throws IOException {
    length = 0;
    for (int read = 0; read >= 0; read = reader.read(text, length, text.length - length)) {
      length += read;
      if (length == text.length) {
        text = ArrayUtil.grow(text, 2 * length);
      }
    }
    at = 0;
    wordEnd = 0;
    isInChain = false;
  }

  @Override
  public boolean incrementToken() throws IOException {
    while (isInChain || at < length) {
      if (isInChain) {
        if (input.incrementToken()) {
          offset.setOffset(chainStart + offset.startOffset(), chainStart + offset.endOffset());
          return true;
        }
        input.end();
        input.close();
        isInChain = false;
        at = chainEnd;
      } else if (at < wordEnd) {
        emitPart();
        return true;
      } else {
        advance();
      }
    }
    return false;
  }

  /** Skips a character, finds a word, or begins a text for the chain. */
  private void advance() throws IOException {
    byte kind = kind(at);
    if (kind == LETTER || kind == DIGIT) {
      wordEnd = endOfWord();
      if (wordEnd - at > LONGEST_WORD) {
        wordEnd = -1; // is cut, before its parts are found
      }
      if (wordEnd > 0) {
        return;
      }
    } else if (kind != OTHER && kind(at + 1) != OTHER) {
      at++;
      return;
    }
    chainStart = at;
    chainEnd = at + 1;
    while (chainEnd < length && (text[chainEnd - 1] > ' ' || kind(chainEnd) == OTHER)) {
      chainEnd++;
    }
    // Of a text that ends with half a character, StandardTokenizer loses the last words.
    int cut = chainEnd == length && Character.isHighSurrogate(text[length - 1]) ? 1 : 0;
    tokenizer.setReader(new CharArrayReader(text, chainStart, chainEnd - cut - chainStart));
    input.reset();
    isInChain = true;
  }

  /** The class of a character; there is a break after the last one. */
  private byte kind(int i) {
    if (i >= length) {
      return BREAK;
    }
    char c = text[i];
    return c < LATIN ? CLASSES[c] : OTHER;
  }

  /** The end of the word that begins here; -1 if only the chain can tell. */
  private int endOfWord() {
    wordType = NUMBER;
    byte last = OTHER;
    for (int i = at; ; i++) {
      byte kind = kind(i);
      if (kind == LETTER) {
        wordType = WORD;
      } else if (kind == BREAK) {
        return i;
      } else if (kind != DIGIT) {
        byte next = kind(i + 1);
        if (kind == OTHER || next == OTHER) {
          return -1;
        }
        boolean joins = kind == MID_BOTH || kind == (last == LETTER ? MID_LETTER : MID_NUMBER);
        if (next != last || !joins) {
          return i;
        }
      }
      last = kind;
    }
  }

  /** Emits the word up to the next mark between letters. */
  private void emitPart() {
    int end = at + 1;
    while (end < wordEnd && (CLASSES[text[end]] < MID_LETTER || CLASSES[text[end - 1]] == DIGIT)) {
      end++;
    }
    clearAttributes();
    int chars = end - at;
    char[] buffer = term.resizeBuffer(chars);
    for (int i = 0; i < chars; i++) {
      buffer[i] = LOWER_CASE[text[at + i]];
    }
    term.setLength(chars);
    offset.setOffset(at, end);
    type.setType(wordType);
    at = end < wordEnd ? end + 1 : end;
  }

  @Override
  public void end() throws IOException {
    super.end();
    offset.setOffset(length, length);
  }

  @Override
  public void close() throws IOException {
    super.close();
    if (text.length > KEPT_CHARS) {
      text = new char[KEPT_CHARS];
    }
  }
}
