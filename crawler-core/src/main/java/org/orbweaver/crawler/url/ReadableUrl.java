package org.orbweaver.crawler.url;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.IDNA;
import com.ibm.icu.text.SpoofChecker;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * URLs as people read them: percent-encoded letters decoded, names of hosts in their own script.
 * For display only; no part of it is a URL again.
 *
 * <p>What could deceive stays encoded. Of a path and query these are all of ASCII (a decoded slash
 * or percent sign would mean something else), octets that are not UTF-8, spaces, and characters
 * that are invisible, combine with what is before them or turn the direction of text. Of a host,
 * each label stays in the form {@code xn--…} that mixes scripts beyond Unicode's <i>highly
 * restrictive</i> level, has characters outside its recommended set, or looks like a label of ASCII
 * (<a href="https://www.unicode.org/reports/tr39/">UTS 39</a>, sections 4, 5.2 and 3).
 */
public final class ReadableUrl {
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(
          IDNA.NONTRANSITIONAL_TO_UNICODE | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

  private static final SpoofChecker CHECKER =
      new SpoofChecker.Builder()
          .setChecks(
              SpoofChecker.RESTRICTION_LEVEL
                  | SpoofChecker.CHAR_LIMIT
                  | SpoofChecker.INVISIBLE
                  | SpoofChecker.MIXED_NUMBERS)
          .setRestrictionLevel(SpoofChecker.RestrictionLevel.HIGHLY_RESTRICTIVE)
          .setAllowedChars(SpoofChecker.RECOMMENDED)
          .build();

  private static final SpoofChecker LIKENESS =
      new SpoofChecker.Builder().setChecks(SpoofChecker.CONFUSABLE).build();

  private ReadableUrl() {}

  /** A host name, with a port or not; anything but {@code xn--} labels is left as it is. */
  public static String host(String name) {
    if (!name.contains("xn--")) {
      return name;
    }
    List<String> labels = new ArrayList<>();
    for (String label : name.split("\\.", -1)) {
      labels.add(label.startsWith("xn--") ? label(label) : label);
    }
    return String.join(".", labels);
  }

  private static String label(String ascii) {
    IDNA.Info info = new IDNA.Info();
    String label = UTS46.labelToUnicode(ascii, new StringBuilder(), info).toString();
    boolean isDeceptive =
        info.hasErrors()
            || CHECKER.failsChecks(label)
            || LIKENESS.getSkeleton(label).chars().allMatch(c -> c < 128);
    return isDeceptive ? ascii : label;
  }

  /** A path, query and fragment. */
  public static String path(String encoded) {
    StringBuilder out = new StringBuilder(encoded.length());
    for (int at = 0; at < encoded.length(); ) {
      int first = Percent.octet(encoded, at);
      if (encoded.charAt(at) != '%' || first < 0x80) {
        out.append(encoded.charAt(at++));
        continue;
      }
      int end = at + 3 * length(first);
      String one = end <= encoded.length() ? character(encoded, at, end) : "";
      if (one.isEmpty() || !isPlain(one.codePointAt(0))) {
        end = at + 3;
        out.append(encoded, at, end);
      } else {
        out.append(one);
      }
      at = end;
    }
    return out.toString();
  }

  /** The octets of a character of UTF-8 that begins so. */
  private static int length(int first) {
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  }

  /** The one character that these octets encode; empty if they are not UTF-8. */
  private static String character(String encoded, int from, int to) {
    ByteBuffer octets = ByteBuffer.allocate((to - from) / 3);
    for (int at = from; at < to; at += 3) {
      int octet = encoded.charAt(at) == '%' ? Percent.octet(encoded, at) : -1;
      if (octet < 0) {
        return "";
      }
      octets.put((byte) octet);
    }
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(octets.flip());
      return text.toString();
    } catch (CharacterCodingException e) {
      return ""; // bytes of another encoding, or half a character: shown as they are
    }
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK ->
          // Part of words in many scripts; one of any script could hide a sign of ASCII.
          UScript.getScript(c) != UScript.INHERITED;
      default ->
          Character.isLetterOrDigit(c)
              && !UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT);
    };
  }
}
