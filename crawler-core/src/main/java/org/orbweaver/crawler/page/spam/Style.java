package org.orbweaver.crawler.page.spam;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;

/**
 * The effect of an element's CSS declarations on the visibility of its text. Later declarations
 * override earlier ones. Each relevant property is read only as far as needed; everything else is
 * skipped. Linear in the length of the declarations.
 */
public final class Style {
  /** A colour that is not given or cannot be compared. */
  static final int UNKNOWN = -1;

  private static final int MAX_VALUE_CHARS = 100;

  /** Lengths beyond this, in pixels, are out of sight. */
  private static final double FAR = 500;

  private static final Map<String, Integer> NAMED = new HashMap<>();

  static {
    String colors =
        "white ffffff black 0 red ff0000 green 8000 lime ff00 blue ff yellow ffff00 silver c0c0c0"
            + " gray 808080 grey 808080 lightgray d3d3d3 lightgrey d3d3d3 whitesmoke f5f5f5"
            + " snow fffafa ivory fffff0 maroon 800000 navy 80 purple 800080 fuchsia ff00ff"
            + " aqua ffff teal 8080 olive 808000 orange ffa500";
    for (Scanner words = new Scanner(colors); words.hasNext(); ) {
      NAMED.put(words.next(), words.nextInt(16));
    }
  }

  /** Yes-or-no properties of declarations. */
  enum Flag {
    /** A font size too small to read. */
    TINY,
    /** {@code visibility} hides. */
    INVISIBLE,
    /** Text is indented far out of its box. */
    INDENTED,
    NONE,
    TRANSPARENT,
    POSITIONED,
    CLIPPED,
    OVERFLOW_HIDDEN,
    FLAT,
    AWAY
  }

  /** The text colour as 0xRRGGBB; null if none is given. */
  Integer color;

  /** As {@link #color}, behind the text; {@link #UNKNOWN} for an image. */
  Integer background;

  /** The declared flags. */
  Map<Flag, Boolean> flags = Map.of();

  /**
   * Whether the declarations of a {@code style} attribute hide an element by {@code display} or
   * {@code visibility}.
   */
  public static boolean hides(String css) {
    String lower = css.toLowerCase(Locale.ROOT);
    if (!lower.contains("none") && !lower.contains("hidden") && !lower.contains("collapse")) {
      return false; // Nearly all declarations.
    }
    Style style = new Style();
    style.read(css);
    return style.is(Flag.NONE) || style.is(Flag.INVISIBLE);
  }

  /** Whether the box and its contents are out of sight, which the contents cannot undo. */
  boolean hidesBox() {
    return is(Flag.NONE)
        || is(Flag.TRANSPARENT)
        || is(Flag.CLIPPED)
        || (is(Flag.POSITIONED) && is(Flag.AWAY))
        || (is(Flag.OVERFLOW_HIDDEN) && is(Flag.FLAT));
  }

  private void set(Flag flag, boolean yes) {
    if (flags.isEmpty()) { // Most styles.
      flags = new EnumMap<>(Flag.class);
    }
    flags.put(flag, yes);
  }

  private boolean is(Flag flag) {
    return flags.getOrDefault(flag, false);
  }

  /** Whether no relevant property is declared. */
  boolean isEmpty() {
    return color == null && background == null && flags.isEmpty();
  }

  /** Adds another style, which overrides this one. */
  void add(Style other) {
    color = other.color == null ? color : other.color;
    background = other.background == null ? background : other.background;
    other.flags.forEach(this::set);
  }

  /** Reads declarations, separated by semicolons. */
  void read(String css) {
    int colon = css.indexOf(':');
    for (int at = 0; at < css.length() && colon >= 0; ) {
      int semicolon = css.indexOf(';', at);
      int end = semicolon < 0 ? css.length() : semicolon;
      if (colon < end) {
        String value = css.substring(colon + 1, Math.min(end, colon + MAX_VALUE_CHARS));
        declare(word(css.substring(at, colon)), value);
      }
      at = end + 1;
      colon = colon < at ? css.indexOf(':', at) : colon;
    }
  }

  private void declare(String property, String given) {
    String value = word(given);
    switch (property) {
      case "display" -> set(Flag.NONE, value.startsWith("none"));
      case "visibility" ->
          set(Flag.INVISIBLE, value.startsWith("hidden") || value.startsWith("collapse"));
      case "opacity" -> set(Flag.TRANSPARENT, pixels(value) <= .02);
      case "font-size" -> set(Flag.TINY, pixels(value) <= 1);
      case "text-indent" -> {
        double indent = Math.abs(pixels(value));
        // The length is infinite for units such as cm.
        set(Flag.INDENTED, indent >= FAR && indent < Double.POSITIVE_INFINITY);
      }
      case "position" ->
          set(Flag.POSITIONED, value.startsWith("absolute") || value.startsWith("fixed"));
      case "left", "right", "top", "bottom", "margin-left", "margin-top" ->
          any(Flag.AWAY, pixels(value) <= -FAR);
      case "overflow" -> set(Flag.OVERFLOW_HIDDEN, value.startsWith("hidden"));
      case "width", "height", "max-height", "max-width" -> any(Flag.FLAT, pixels(value) <= 1);
      case "clip" -> set(Flag.CLIPPED, value.startsWith("rect(0") || value.startsWith("rect(1px"));
      case "clip-path" ->
          set(Flag.CLIPPED, value.startsWith("inset(50%") || value.startsWith("inset(100%"));
      case "color" -> color = color(value);
      case "background", "background-color", "background-image" -> background(value);
      default -> {}
    }
  }

  /** Sets a flag for which one of several properties is enough. */
  private void any(Flag flag, boolean given) {
    if (given) {
      set(flag, true);
    }
  }

  private void background(String value) {
    if (value.contains("url(") || value.contains("gradient(")) {
      background = UNKNOWN;
      return;
    }
    if (!value.equals("none") && !value.equals("transparent") && !value.startsWith("inherit")) {
      int end = value.startsWith("rgb") ? value.indexOf(')') + 1 : value.indexOf(' ');
      background = color(end > 0 ? value.substring(0, end) : value);
    }
  }

  /** A word in lower case, trimmed, without {@code !important}. */
  private static String word(String css) {
    int end = css.indexOf('!');
    return (end < 0 ? css : css.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** A length in pixels, roughly; positive infinity if it is not one. */
  private static double pixels(String value) {
    int end = 0;
    while (end < value.length() && "0123456789.+-".indexOf(value.charAt(end)) >= 0) {
      end++;
    }
    if (end == 0 || end > 12) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double number = Double.parseDouble(value.substring(0, end));
      String unit = value.substring(end);
      return switch (unit) {
        case "", "px", "pt" -> number;
        case "em", "rem", "ex", "vw", "vh" -> number * 16;
        case "%" -> number * 6;
        default -> Double.POSITIVE_INFINITY;
      };
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** A colour as 0xRRGGBB; {@link #UNKNOWN} if it cannot be compared. */
  static int color(String value) {
    String text = value.strip().toLowerCase(Locale.ROOT);
    Integer named = NAMED.get(text);
    if (named != null) {
      return named;
    }
    try {
      if (text.startsWith("#")) {
        String digits = text.substring(1);
        if (digits.length() == 3) {
          int rgb = Integer.parseInt(digits, 16);
          return ((rgb & 0xf00) << 8 | (rgb & 0xf0) << 4 | (rgb & 0xf)) * 0x11;
        }
        return digits.length() == 6 ? Integer.parseInt(digits, 16) : UNKNOWN;
      }
      if (text.length() == 6) { // bgcolor=ffffff
        return Integer.parseInt(text, 16);
      }
      if (text.startsWith("rgb(") && text.endsWith(")")) {
        String[] parts = text.substring(4, text.length() - 1).split(",", 4);
        if (parts.length == 3) {
          int rgb = 0;
          for (String part : parts) {
            rgb = rgb << 8 | Math.max(0, Math.min(255, Integer.parseInt(part.strip())));
          }
          return rgb;
        }
      }
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
    return UNKNOWN;
  }

  /** Whether two colours look the same to the eye. */
  static boolean near(int one, int other) {
    if (one == UNKNOWN || other == UNKNOWN) {
      return false;
    }
    for (int shift = 0; shift <= 16; shift += 8) {
      if (Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)) > 14) {
        return false;
      }
    }
    return true;
  }
}
