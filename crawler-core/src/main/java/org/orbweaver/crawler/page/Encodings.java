package org.orbweaver.crawler.page;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tika.parser.txt.CharsetDetector;
import org.apache.tika.parser.txt.CharsetMatch;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Finds the encoding of a text document: byte order mark, then the HTTP header, then the page's own
 * {@code <meta>} or XML declaration, then detection from the bytes.
 *
 * <p>Claims are believed only as far as the bytes bear them out, for a wrong claim spoils the whole
 * page for search: text that is valid UTF-8 with at least one multi-byte sequence is UTF-8 whatever
 * single-byte encoding is claimed (the reverse accident needs sequences such as «Ã©» throughout),
 * and a claimed encoding in which the bytes are malformed gives way to the next claim. Labels mean
 * what the <a href="https://encoding.spec.whatwg.org/#names-and-labels">Encoding Standard</a> says:
 * {@code iso-8859-1} is windows-1252.
 */
public final class Encodings {

  /** The HTML standard looks at 1,024 bytes; pages with a long head of scripts need more. */
  private static final int PRESCAN_BYTES = 8192;

  /** Enough for the detectors' statistics, and it bounds their time (.3 ms). */
  private static final int DETECT_BYTES = 16384;

  /** Below this the ICU detector's guess is no better than windows-1252. */
  private static final int MIN_CONFIDENCE = 20;

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*[\"']?\\s*([^\\s\"'/>;,]{1,40})", Pattern.CASE_INSENSITIVE);
  private static final Pattern META =
      Pattern.compile("<meta\\s[^>]{0,2048}", Pattern.CASE_INSENSITIVE);
  private static final Pattern XML_DECLARATION =
      Pattern.compile("^\\s*<\\?xml[^>]{0,200}?encoding\\s*=\\s*[\"']([^\"']{1,40})[\"']");
  private static final Pattern TAG = Pattern.compile("<[^>]{0,4096}>|&[#\\w]{1,10};");

  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  /** Labels whose meaning on the web is not what the JDK takes them for. */
  private static final Map<String, String> WEB_LABELS = new HashMap<>();

  static {
    String names =
        """
        windows-1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 latin-1 ascii us-ascii ansi
        windows-1254 iso-8859-9 latin5
        x-windows-874 iso-8859-11 tis-620 windows-874
        GB18030 gb2312 gbk x-gbk
        x-windows-949 euc-kr ks_c_5601-1987 korean
        windows-31j shift_jis shift-jis sjis x-sjis
        Big5-HKSCS big5
        UTF-8 utf8 unicode-1-1-utf-8
        UTF-16LE utf-16 unicode\
        """;
    for (String line : names.lines().toList()) {
      String[] words = line.split(" ", -1);
      Arrays.stream(words).skip(1).forEach(label -> WEB_LABELS.put(label, words[0]));
    }
  }

  private Encodings() {}

  /**
   * A decoded document.
   *
   * @param text without a byte order mark
   * @param charset that it was decoded with
   * @param claimed label in header or page, or null
   */
  public record Decoded(String text, Charset charset, String claimed) {}

  /**
   * Decodes a document.
   *
   * @param bytes the content
   * @param contentType the HTTP header with its parameters, possibly empty or null
   * @param markup whether to look for a claim inside the document
   */
  public static Decoded decode(byte[] bytes, String contentType, boolean markup) {
    Charset mark = byteOrderMark(bytes);
    if (mark != null) {
      int skip = mark.equals(StandardCharsets.UTF_8) ? 3 : 2;
      return new Decoded(new String(bytes, skip, bytes.length - skip, mark), mark, mark.name());
    }
    String headerLabel = contentType == null ? null : find(CHARSET, contentType);
    String pageLabel = markup ? claimInPage(bytes) : null;
    String claimed = headerLabel != null ? headerLabel : pageLabel;
    Charset header = forLabel(headerLabel);
    Charset page = forLabel(pageLabel);
    if (page != null && page.name().startsWith("UTF-16")) {
      // It was read as ASCII, so it cannot be UTF-16; the HTML standard says UTF-8 here.
      page = StandardCharsets.UTF_8;
    }

    String utf8 = new String(bytes, StandardCharsets.UTF_8);
    boolean ascii = utf8.length() == bytes.length && utf8.indexOf('\ufffd') < 0;
    boolean escapes = ascii && utf8.indexOf('\u001b') >= 0;
    if (ascii && !escapes && !isWide(header) && indexOfNul(bytes) < 0) {
      Charset charset = header != null ? header : page != null ? page : StandardCharsets.UTF_8;
      return new Decoded(utf8, charset, claimed);
    }
    boolean validUtf8 = !ascii && isValidUtf8(utf8, bytes);
    if (validUtf8 && !isMultiByte(header) && !(header == null && isMultiByte(page))) {
      return new Decoded(utf8, StandardCharsets.UTF_8, claimed);
    }
    for (Charset candidate : new Charset[] {header, page}) {
      if (candidate != null) {
        String text =
            candidate.equals(StandardCharsets.UTF_8) ? utf8 : new String(bytes, candidate);
        if (isPlausible(text, candidate, bytes)) {
          return new Decoded(text, candidate, claimed);
        }
      }
    }
    if (validUtf8) {
      return new Decoded(utf8, StandardCharsets.UTF_8, claimed);
    }
    Charset detected = detect(bytes);
    return new Decoded(new String(bytes, detected), detected, claimed);
  }

  /** The JDK's charset for a label of the web, or null when there is none. */
  static Charset forLabel(String label) {
    if (label == null) {
      return null;
    }
    String name = label.strip().toLowerCase(Locale.ROOT);
    try {
      return Charset.forName(WEB_LABELS.getOrDefault(name, name));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return null; // A label that nobody knows claims nothing.
    }
  }

  private static Charset byteOrderMark(byte[] b) {
    int start = b.length < 2 ? 0 : (b[0] & 0xFF) << 8 | (b[1] & 0xFF);
    return switch (start) {
      case 0xFEFF -> StandardCharsets.UTF_16BE;
      case 0xFFFE -> StandardCharsets.UTF_16LE;
      case 0xEFBB -> b.length > 2 && b[2] == (byte) 0xBF ? StandardCharsets.UTF_8 : null;
      default -> null;
    };
  }

  private static String claimInPage(byte[] bytes) {
    String head =
        new String(bytes, 0, Math.min(bytes.length, PRESCAN_BYTES), StandardCharsets.ISO_8859_1);
    Matcher meta = META.matcher(head);
    while (meta.find()) {
      String label = find(CHARSET, meta.group());
      if (label != null) {
        return label;
      }
    }
    return find(XML_DECLARATION, head);
  }

  private static String find(Pattern pattern, String in) {
    Matcher matcher = pattern.matcher(in);
    return matcher.find() ? matcher.group(1) : null;
  }

  private static boolean isWide(Charset charset) {
    return charset != null && charset.name().startsWith("UTF-16");
  }

  /** Encodings of more than one byte a character, whose text may be valid UTF-8 by accident. */
  private static boolean isMultiByte(Charset charset) {
    return charset != null
        && !charset.equals(StandardCharsets.UTF_8)
        && charset.canEncode()
        && charset.newEncoder().maxBytesPerChar() > 1.5f;
  }

  private static int indexOfNul(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, PRESCAN_BYTES); i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Whether the bytes are UTF-8. One fault is let pass when it is the end of a body that was cut
   * off.
   */
  private static boolean isValidUtf8(String decoded, byte[] bytes) {
    int fault = decoded.indexOf('\ufffd');
    if (fault < 0) {
      return true;
    }
    return (fault >= decoded.length() - 2 && bytes.length > 64) || faults(decoded, bytes) == 0;
  }

  /** Replacement characters in the text that do not stand in the bytes as such. */
  private static int faults(String decoded, byte[] bytes) {
    int count = 0;
    for (int at = decoded.indexOf('\ufffd'); at >= 0; at = decoded.indexOf('\ufffd', at + 1)) {
      count++;
    }
    for (int i = 0; count > 0 && i + 2 < bytes.length; i++) {
      if (bytes[i] == (byte) 0xEF && bytes[i + 1] == (byte) 0xBF && bytes[i + 2] == (byte) 0xBD) {
        count--;
      }
    }
    return Math.max(count, 0);
  }

  /**
   * Whether so few characters are malformed that the claim may stand: a stray byte must not throw a
   * whole page out of its encoding. One in 200 of the characters beyond ASCII may be bad.
   */
  private static boolean isPlausible(String text, Charset charset, byte[] bytes) {
    if (text.indexOf('\ufffd') < 0) {
      return !isWide(charset) || text.indexOf('<') >= 0 || text.indexOf(' ') >= 0;
    }
    int bad =
        charset.equals(StandardCharsets.UTF_8) ? faults(text, bytes) : faults(text, new byte[0]);
    return bad * 200L <= text.chars().filter(c -> c >= 0x80).count();
  }

  /**
   * Guesses the encoding of bytes that nobody described; windows-1252 when nothing speaks for any.
   */
  static Charset detect(byte[] bytes) {
    byte[] sample = sample(bytes);
    UniversalDetector universal = new UniversalDetector();
    universal.handleData(sample, 0, sample.length);
    universal.dataEnd();
    Charset found = forLabel(universal.getDetectedCharset());
    if (found != null && !found.equals(WINDOWS_1252)) {
      // The two differ in the capitals only, and hardly a page is in the Macintosh's.
      return found.name().equals("x-MacCyrillic") ? Charset.forName("windows-1251") : found;
    }
    CharsetDetector icu = new CharsetDetector();
    icu.setText(sample);
    CharsetMatch match = icu.detect();
    if (match != null && match.getConfidence() >= MIN_CONFIDENCE) {
      Charset guess = forLabel(match.getName());
      if (guess != null) {
        return guess;
      }
    }
    return found != null ? found : WINDOWS_1252;
  }

  /** The text between the tags, as far as there is enough of it: markup hides the language. */
  private static byte[] sample(byte[] bytes) {
    int length = Math.min(bytes.length, 4 * DETECT_BYTES);
    String raw = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    if (raw.indexOf('<') >= 0 && raw.indexOf('\0') < 0) {
      raw = TAG.matcher(raw).replaceAll(" ");
    }
    String sample = raw.substring(0, Math.min(raw.length(), DETECT_BYTES));
    return sample.getBytes(StandardCharsets.ISO_8859_1);
  }
}
