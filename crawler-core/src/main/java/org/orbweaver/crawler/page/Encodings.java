package org.orbweaver.crawler.page;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/**
 * Finds the encoding of a text document: byte order mark, then the HTTP header, then the page's own
 * {@code <meta>} or XML declaration, then detection from the bytes.
 *
 * <p>Claims are checked against the bytes, since a wrong claim spoils the whole page for search:
 * text that is valid UTF-8 with some multi-byte sequences is UTF-8 whatever single-byte encoding is
 * claimed (the reverse accident needs sequences such as «Ã©» throughout), and a claimed encoding in
 * which the bytes are malformed gives way to the next claim. Labels are those of the <a
 * href="https://encoding.spec.whatwg.org/#names-and-labels">Encoding Standard</a>.
 */
public final class Encodings {

  /** The number of bytes searched for control characters. */
  private static final int LOOK_BYTES = 8192;

  /** Minimum number of UTF-8 sequences that refute the claim of another encoding. */
  private static final int UTF8_EVIDENCE = 3;

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*[\"']?\\s*([^\\s\"'/>;,]{1,40})", Pattern.CASE_INSENSITIVE);

  private Encodings() {}

  /** The kind of a document, as far as its encoding depends on it. */
  enum Form {
    /** Declares its encoding by a meta element, if at all. */
    HTML,
    /** Declares it in the XML declaration, or else as HTML does; UTF-8 by default. */
    XHTML,
    /** Declares it in the XML declaration; UTF-8 by default. */
    XML,
    /** Declares nothing. */
    TEXT
  }

  /** The source of an encoding. */
  enum EncodingSource {
    BOM,
    HEADER,
    /** The page's own meta element or XML declaration. */
    META,
    DETECTED,
    /** Nothing is declared, and the text is ASCII. */
    DEFAULT
  }

  /**
   * A decoded document.
   *
   * @param text without a byte order mark
   * @param encoding used to decode it
   * @param source of the encoding
   * @param claimed label in the header, or else in the page's declaration; null for neither
   */
  record DecodedText(String text, Encoding encoding, EncodingSource source, String claimed) {
    private DecodedText of(String claim) {
      return new DecodedText(text, encoding, source, claim);
    }
  }

  /** An encoding claimed for the document. */
  private record Claim(Encoding encoding, EncodingSource source) {}

  /**
   * Decodes a document.
   *
   * @param bytes the content
   * @param contentType the HTTP header with its parameters, possibly empty or null
   */
  static DecodedText decode(byte[] bytes, String contentType, Form form) {
    Encoding mark = byteOrderMark(bytes);
    if (mark != null) {
      String text = mark.decode(bytes, mark.isUtf16() ? 2 : 3);
      return new DecodedText(text, mark, EncodingSource.BOM, mark.name());
    }
    Matcher label = CHARSET.matcher(contentType == null ? "" : contentType);
    String headerLabel = label.find() ? label.group(1) : null;
    Encoding header = Encoding.forLabel(headerLabel);
    List<Claim> claims = new ArrayList<>();
    if (header != null) {
      claims.add(new Claim(header, EncodingSource.HEADER));
      DecodedText decoded = decode(bytes, claims, form);
      if (decoded.source()
          == EncodingSource.HEADER) { // Usual; the search for a declaration is costly.
        return decoded.of(headerLabel);
      }
    }
    Encoding page = declared(bytes, form);
    if (page != null) {
      claims.add(new Claim(page, EncodingSource.META));
    }
    String claimed = headerLabel != null || page == null ? headerLabel : page.name();
    return decode(bytes, claims, form).of(claimed);
  }

  /**
   * The charset of an XML document or a plain-text list, by its beginning: a byte order mark, zeros
   * at every other byte, or an XML declaration, whose label is read as on the web ({@code utf8}
   * too); UTF-8 otherwise.
   */
  public static Charset charsetOf(byte[] head) {
    Encoding encoding = byteOrderMark(head);
    encoding = encoding == null ? Utf16.detect(head) : encoding;
    encoding = encoding == null ? EncodingPrescan.xmlDeclaration(head) : encoding;
    return encoding == null ? StandardCharsets.UTF_8 : encoding.charset();
  }

  /** The page's own declaration, or null. */
  private static Encoding declared(byte[] bytes, Form form) {
    boolean xml = form == Form.XML || form == Form.XHTML;
    Encoding page = xml ? EncodingPrescan.xmlDeclaration(bytes) : null;
    boolean html = form == Form.HTML || form == Form.XHTML;
    return page == null && html ? EncodingPrescan.find(bytes) : page;
  }

  private static DecodedText decode(byte[] bytes, List<Claim> claims, Form form) {
    Claim first = claims.isEmpty() ? null : claims.get(0);
    if (first != null && first.encoding().isReplacement()) {
      return decoded(first.encoding().decode(bytes, 0), first);
    }
    String utf8 = Encoding.UTF_8.decode(bytes, 0);
    boolean ascii = utf8.length() == bytes.length && utf8.indexOf('\ufffd') < 0;
    boolean escapes = ascii && utf8.indexOf('\u001b') >= 0;
    boolean wide = first != null && first.encoding().isUtf16();
    if (ascii && !escapes && !wide && indexOfNul(bytes) < 0) {
      boolean xml = form == Form.XML || form == Form.XHTML;
      Encoding none = xml ? Encoding.UTF_8 : Encoding.WINDOWS_1252;
      return decoded(utf8, first != null ? first : new Claim(none, EncodingSource.DEFAULT));
    }
    boolean validUtf8 = !ascii && isValidUtf8(utf8, bytes);
    boolean refutes =
        validUtf8
            && first != null
            && !first.encoding().isMultiByte()
            && sequences(bytes) >= UTF8_EVIDENCE;
    for (Claim claim : claims) {
      Encoding encoding = claim.encoding();
      boolean isUtf8 = encoding.equals(Encoding.UTF_8);
      if (isUtf8 || !refutes) {
        String text = isUtf8 ? utf8 : encoding.decode(bytes, 0);
        if (isPlausible(text, encoding, bytes)) {
          return decoded(text, claim);
        }
      }
    }
    Encoding detected = Utf16.detect(bytes);
    if (detected == null) {
      boolean utf8Text = validUtf8 || (!ascii && isPlausible(utf8, Encoding.UTF_8, bytes));
      detected = utf8Text ? Encoding.UTF_8 : EncodingDetector.detect(bytes);
    }
    return new DecodedText(detected.decode(bytes, 0), detected, EncodingSource.DETECTED, null);
  }

  private static DecodedText decoded(String text, Claim claim) {
    return new DecodedText(text, claim.encoding(), claim.source(), null);
  }

  /** The number of non-ASCII characters, counted up to the number needed. */
  private static int sequences(byte[] utf8) {
    int count = 0;
    for (int i = 0; i < utf8.length && count < UTF8_EVIDENCE; i++) {
      count += (utf8[i] & 0xC0) == 0xC0 ? 1 : 0;
    }
    return count;
  }

  private static Encoding byteOrderMark(byte[] b) {
    int start = b.length < 2 ? 0 : (b[0] & 0xFF) << 8 | (b[1] & 0xFF);
    return switch (start) {
      case 0xFEFF -> Encoding.UTF_16BE;
      case 0xFFFE -> Encoding.UTF_16LE;
      case 0xEFBB -> b.length > 2 && b[2] == (byte) 0xBF ? Encoding.UTF_8 : null;
      default -> null;
    };
  }

  private static int indexOfNul(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, LOOK_BYTES); i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the bytes are UTF-8. One fault is tolerated if it is the truncated end of a body. */
  private static boolean isValidUtf8(String decoded, byte[] bytes) {
    int fault = decoded.indexOf('\ufffd');
    if (fault < 0) {
      return true;
    }
    return (fault >= decoded.length() - 2 && bytes.length > 64) || faults(decoded, bytes) == 0;
  }

  /** The number of replacement characters in the text that are not in the bytes themselves. */
  private static int faults(String decoded, byte[] bytes) {
    int count = StringUtils.countMatches(decoded, '\ufffd');
    for (int i = 0; count > 0 && i + 2 < bytes.length; i++) {
      if (bytes[i] == (byte) 0xEF && bytes[i + 1] == (byte) 0xBF && bytes[i + 2] == (byte) 0xBD) {
        count--;
      }
    }
    return Math.max(count, 0);
  }

  /**
   * Whether few enough characters are malformed for the claim to hold: a stray byte must not change
   * the encoding of a whole page. One in 200 of the non-ASCII characters may be malformed.
   */
  private static boolean isPlausible(String text, Encoding encoding, byte[] bytes) {
    if (text.indexOf('\ufffd') < 0) {
      return !encoding.isUtf16() || text.indexOf('<') >= 0 || text.indexOf(' ') >= 0;
    }
    int bad = encoding.equals(Encoding.UTF_8) ? faults(text, bytes) : faults(text, new byte[0]);
    return bad * 200L <= text.chars().filter(c -> c >= 0x80).count();
  }
}
