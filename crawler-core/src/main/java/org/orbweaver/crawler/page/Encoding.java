package org.orbweaver.crawler.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An encoding of the <a href="https://encoding.spec.whatwg.org/">Encoding Standard</a>. The JDK's
 * charsets decode; where they differ from the standard, a table ({@code encodings.txt}) mends what
 * they yield: characters that they do not know or take for others, and ASCII that they swallow
 * after a stray lead byte, which would break a tag.
 */
final class Encoding {

  private static final Map<String, Encoding> BY_LABEL = load();

  static final Encoding UTF_8 = forLabel("utf-8");
  static final Encoding UTF_16BE = forLabel("utf-16be");
  static final Encoding UTF_16LE = forLabel("utf-16le");

  /** Used on mainframes; no encoding label on the web names it. */
  static final Encoding EBCDIC = new Encoding("IBM500", "IBM500");

  /** The encoding of text that neither declares nor shows one. */
  static final Encoding WINDOWS_1252 = forLabel("windows-1252");

  /** Encodings of one or two bytes a character whose text may be valid UTF-8 by accident. */
  private static final Set<String> MULTI_BYTE =
      Set.of("GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR");

  private final String name;
  private final String charset;

  /** Characters by bytes (big endian) that the charset has no character for. */
  private final Map<Integer, String> unknown = new HashMap<>();

  /** Characters by what the charset yields in their place. */
  private final Map<Character, String> others = new HashMap<>();

  private Encoding(String name, String charset) {
    this.name = name;
    this.charset = charset;
  }

  /** The encoding that a label means on the web, or null when it means none. */
  static Encoding forLabel(String label) {
    return label == null ? null : BY_LABEL.get(label.strip().toLowerCase(Locale.ROOT));
  }

  /** The standard's name, as in {@code windows-1252}. */
  String name() {
    return name;
  }

  boolean isUtf16() {
    return equals(UTF_16LE) || equals(UTF_16BE);
  }

  boolean isMultiByte() {
    return MULTI_BYTE.contains(name) || isUtf16();
  }

  /** Whether it stands for what must not be decoded at all: the standard's {@code replacement}. */
  boolean isReplacement() {
    return name.equals("replacement");
  }

  /**
   * Decodes; what is malformed becomes U+FFFD.
   *
   * @param from index of the first byte, behind a byte order mark
   */
  String decode(byte[] bytes, int from) {
    if (isReplacement()) {
      return bytes.length > from ? "\ufffd" : "";
    }
    Charset decoder = Charset.forName(charset);
    String text = new String(bytes, from, bytes.length - from, decoder);
    boolean asStandard = charset.startsWith("UTF-") || name.equals("ISO-2022-JP");
    if (!asStandard && text.indexOf('\ufffd') >= 0) {
      text = mended(ByteBuffer.wrap(bytes, from, bytes.length - from), decoder.newDecoder());
    }
    return others.isEmpty() ? text : replaceOthers(text);
  }

  private String mended(ByteBuffer in, CharsetDecoder decoder) {
    decoder.onMalformedInput(CodingErrorAction.REPORT);
    decoder.onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer out = CharBuffer.allocate(in.remaining() + 16); // Two bytes give two at the most.
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      int first = in.get() & 0xFF;
      boolean second = result.length() > 1 && in.hasRemaining();
      int pair = second ? first << 8 | (in.get(in.position()) & 0xFF) : -1;
      if (unknown.containsKey(pair)) {
        out.put(unknown.get(pair));
        in.get();
      } else {
        out.put(unknown.getOrDefault(first, "\ufffd"));
        for (int i = 1; i < result.length() && in.hasRemaining(); i++) {
          if (unknown.containsKey(first) || in.get(in.position()) >= 0) {
            break; // ASCII speaks for itself.
          }
          in.get();
        }
      }
    }
  }

  private String replaceOthers(String text) {
    StringBuilder replaced = null;
    for (int i = 0; i < text.length(); i++) {
      String right = text.charAt(i) < 0x80 ? null : others.get(text.charAt(i));
      if (right != null) {
        replaced = replaced == null ? new StringBuilder(text) : replaced;
        replaced.setCharAt(i, right.charAt(0)); // All are of one char.
      }
    }
    return replaced == null ? text : replaced.toString();
  }

  private static Map<String, Encoding> load() {
    String table;
    try (InputStream in = Encoding.class.getResourceAsStream("encodings.txt")) {
      table = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Encoding> byLabel = new HashMap<>();
    String joined = table.replace("\n ", " ");
    for (String line : joined.lines().filter(l -> !l.startsWith("#")).toList()) {
      String[] words = line.split(" +", -1);
      Encoding encoding = new Encoding(words[0], words[1]);
      for (int i = 2; i < words.length; i++) {
        if (words[i].indexOf('=') > 0 || words[i].indexOf('>') > 0) {
          encoding.addDifference(words[i]);
        } else if (!words[i].equals("|")) {
          byLabel.put(words[i], encoding);
        }
      }
    }
    return byLabel;
  }

  /** Adds {@code from[-to]=code[+code]} or {@code from[-to]>code}. */
  private void addDifference(String difference) {
    String[] sides = difference.split("[=>]", -1);
    String[] range = sides[0].split("-", -1);
    int from = Integer.parseInt(range[0], 16);
    int to = Integer.parseInt(range[range.length - 1], 16);
    for (int code = from; code <= to; code++) {
      int shift = sides[1].equals("fffd") ? 0 : code - from;
      String characters =
          Arrays.stream(sides[1].split("\\+", -1))
              .map(hex -> Character.toString(Integer.parseInt(hex, 16) + shift))
              .collect(Collectors.joining());
      if (difference.indexOf('=') > 0) {
        unknown.put(code, characters);
      } else {
        others.put((char) code, characters);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
