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
import org.orbweaver.crawler.url.Percent;

/**
 * An encoding of the <a href="https://encoding.spec.whatwg.org/">Encoding Standard</a>. The JDK's
 * charsets decode. A table ({@code encodings.txt}) corrects their differences from the standard:
 * characters that they lack or map to others, and ASCII that they swallow after a stray lead byte,
 * which would break a tag.
 */
final class Encoding {

  private static final Map<String, Encoding> BY_LABEL = load();

  static final Encoding UTF_8 = forLabel("utf-8");
  static final Encoding UTF_16BE = forLabel("utf-16be");
  static final Encoding UTF_16LE = forLabel("utf-16le");

  /** Used on mainframes; no encoding label on the web names it. */
  static final Encoding EBCDIC = new Encoding("IBM500", "IBM500");

  /** The encoding of text without a declared or a detected one. */
  static final Encoding WINDOWS_1252 = forLabel("windows-1252");

  /** Encodings of one or two bytes a character whose text may be valid UTF-8 by accident. */
  private static final Set<String> MULTI_BYTE =
      Set.of("GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR");

  private final String name;
  private final String charset;

  /** Characters by bytes (big endian) that the charset cannot decode. */
  private final Map<Integer, String> unknown = new HashMap<>();

  /** The standard's characters by the characters that the charset yields instead. */
  private final Map<Character, String> others = new HashMap<>();

  /** The inverses of the two tables above. */
  private final Map<String, Integer> codes = new HashMap<>();

  private final Map<String, String> originals = new HashMap<>();

  private Encoding(String name, String charset) {
    this.name = name;
    this.charset = charset;
  }

  /** The encoding that a label names on the web, or null if it names none. */
  static Encoding forLabel(String label) {
    return label == null ? null : BY_LABEL.get(label.strip().toLowerCase(Locale.ROOT));
  }

  /** The standard's name, as in {@code windows-1252}. */
  String name() {
    return name;
  }

  /** The nearest charset of the JDK. */
  Charset charset() {
    return Charset.forName(charset);
  }

  boolean isUtf16() {
    return equals(UTF_16LE) || equals(UTF_16BE);
  }

  boolean isMultiByte() {
    return MULTI_BYTE.contains(name) || isUtf16();
  }

  /** Whether this is the standard's {@code replacement}, for content that must not be decoded. */
  boolean isReplacement() {
    return name.equals("replacement");
  }

  /**
   * Decodes; malformed bytes become U+FFFD.
   *
   * @param from index of the first byte, after a byte order mark
   */
  String decode(byte[] bytes, int from) {
    if (isReplacement()) {
      return bytes.length > from ? "\ufffd" : "";
    }
    Charset decoder = charset();
    String text = new String(bytes, from, bytes.length - from, decoder);
    boolean asStandard = charset.startsWith("UTF-") || name.equals("ISO-2022-JP");
    if (!asStandard && text.indexOf('\ufffd') >= 0) {
      text = mended(ByteBuffer.wrap(bytes, from, bytes.length - from), decoder.newDecoder());
    }
    return others.isEmpty() ? text : replaceOthers(text);
  }

  /**
   * The query of a reference in a page of this encoding, as the URL Standard requires: non-ASCII
   * characters are percent-encoded from this encoding's bytes (from UTF-8 if this is UTF-16), and
   * those that the encoding lacks become {@code %26%23NNN%3B}. The rest stays as written.
   */
  String encodeQuery(String reference) {
    int hash = reference.indexOf('#');
    int end = hash < 0 ? reference.length() : hash;
    int mark = reference.indexOf('?');
    boolean unicode = charset.startsWith("UTF-") || isReplacement();
    if (mark < 0 || mark > end || unicode) {
      return reference;
    }
    int i = mark;
    while (i < end && reference.charAt(i) < 0x80) {
      i++;
    }
    if (i == end) {
      return reference;
    }
    StringBuilder encoded = new StringBuilder(reference.length() + 32).append(reference, 0, i);
    while (i < end) {
      int character = reference.codePointAt(i);
      i += Character.charCount(character);
      if (character < 0x80) {
        encoded.append((char) character);
        continue;
      }
      byte[] bytes = encode(character);
      if (bytes == null) {
        encoded.append("%26%23").append(character).append("%3B");
      } else {
        for (byte each : bytes) {
          Percent.encode(each & 0xFF, encoded);
        }
      }
    }
    return encoded.append(reference, end, reference.length()).toString();
  }

  /** The bytes that the standard gives for a non-ASCII character and that decode to it, or null. */
  private byte[] encode(int character) {
    String text = Character.toString(character);
    Integer code = codes.get(text);
    if (code != null) {
      return code < 0x100
          ? new byte[] {code.byteValue()}
          : new byte[] {(byte) (code >> 8), code.byteValue()};
    }
    byte[] bytes = originals.getOrDefault(text, text).getBytes(charset());
    boolean standard =
        switch (name) {
          case "GBK" -> bytes.length == 2; // Sequences of four bytes occur in gb18030 only.
          case "Big5" -> (bytes[0] & 0xFF) >= 0xA1; // Those of Hong Kong are not encoded.
          case "EUC-JP" -> bytes.length == 2; // Likewise those of JIS X 0212.
          default -> true;
        };
    return standard && decode(bytes, 0).equals(text) ? bytes : null;
  }

  private String mended(ByteBuffer in, CharsetDecoder decoder) {
    decoder.onMalformedInput(CodingErrorAction.REPORT);
    decoder.onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer out = CharBuffer.allocate(in.remaining() + 16); // Two bytes give at most two.
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
            break; // ASCII maps to itself.
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
        replaced.setCharAt(i, right.charAt(0)); // All keys are of one char.
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
        codes.putIfAbsent(characters, code);
      } else {
        others.put((char) code, characters);
        originals.putIfAbsent(characters, Character.toString(code));
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
