package org.orbweaver.crawler.page.spam;

import java.util.Locale;
import java.util.Map;

/**
 * What the CSS declarations of an element say about whether its text can be seen. Later
 * declarations override earlier ones. Each property that matters is read as far as it matters;
 * everything else is skipped. Linear in the length of the declarations.
 */
final class Style {
  /** A colour that is not given, or not one that can be compared. */
  static final int UNKNOWN = -1;

  private static final int MAX_VALUE_CHARS = 100;

  /** Lengths beyond this, in pixels, are out of sight. */
  private static final double FAR = 500;

  private static final Map<String, Integer> NAMED =
      Map.ofEntries(
          Map.entry("white", 0xffffff),
          Map.entry("black", 0),
          Map.entry("red", 0xff0000),
          Map.entry("green", 0x008000),
          Map.entry("lime", 0x00ff00),
          Map.entry("blue", 0x0000ff),
          Map.entry("yellow", 0xffff00),
          Map.entry("silver", 0xc0c0c0),
          Map.entry("gray", 0x808080),
          Map.entry("grey", 0x808080),
          Map.entry("lightgray", 0xd3d3d3),
          Map.entry("lightgrey", 0xd3d3d3),
          Map.entry("whitesmoke", 0xf5f5f5),
          Map.entry("snow", 0xfffafa),
          Map.entry("ivory", 0xfffff0),
          Map.entry("maroon", 0x800000),
          Map.entry("navy", 0x000080),
          Map.entry("purple", 0x800080),
          Map.entry("fuchsia", 0xff00ff),
          Map.entry("aqua", 0x00ffff),
          Map.entry("teal", 0x008080),
          Map.entry("olive", 0x808000),
          Map.entry("orange", 0xffa500));

  /** The text colour as 0xRRGGBB; null where none is given. */
  Integer color;

  /** As {@link #color}, behind the text; {@link #UNKNOWN} for an image. */
  Integer background;

  /** Whether a font size is given that nobody can read; null where none is given. */
  Boolean tiny;

  /** Whether {@code visibility} hides; null where it is not given. */
  Boolean invisible;

  /** Whether text is indented far out of its box; null where no indent is given. */
  Boolean indented;

  // As the others, null where the property is not given.
  private Boolean none;
  private Boolean transparent;
  private Boolean positioned;
  private Boolean clipped;
  private Boolean overflowHidden;
  private boolean flat;
  private boolean away;

  /** Whether the box and all in it is out of sight, which its contents cannot undo. */
  boolean hidesBox() {
    return is(none)
        || is(transparent)
        || is(clipped)
        || (is(positioned) && away)
        || (is(overflowHidden) && flat);
  }

  private static boolean is(Boolean property) {
    return property != null && property;
  }

  /** Whether it says anything that matters. */
  boolean isEmpty() {
    return color == null
        && background == null
        && tiny == null
        && invisible == null
        && indented == null
        && none == null
        && transparent == null
        && positioned == null
        && clipped == null
        && overflowHidden == null
        && !flat
        && !away;
  }

  /** Adds what another one says, which overrides. */
  void add(Style other) {
    color = latter(color, other.color);
    background = latter(background, other.background);
    tiny = latter(tiny, other.tiny);
    invisible = latter(invisible, other.invisible);
    indented = latter(indented, other.indented);
    none = latter(none, other.none);
    transparent = latter(transparent, other.transparent);
    positioned = latter(positioned, other.positioned);
    clipped = latter(clipped, other.clipped);
    overflowHidden = latter(overflowHidden, other.overflowHidden);
    flat |= other.flat;
    away |= other.away;
  }

  private static <T> T latter(T one, T other) {
    return other == null ? one : other;
  }

  /** Reads declarations, separated by semicolons. */
  void read(String css) {
    int at = 0;
    while (at < css.length()) {
      int end = css.indexOf(';', at);
      end = end < 0 ? css.length() : end;
      int colon = css.indexOf(':', at);
      if (colon < 0) {
        return;
      }
      if (colon < end) {
        declare(word(css, at, colon), css, colon + 1, Math.min(end, colon + MAX_VALUE_CHARS));
        at = end + 1;
      } else {
        at = css.lastIndexOf(';', colon) + 1;
      }
    }
  }

  private void declare(String property, String css, int from, int to) {
    switch (property) {
      case "display" -> none = word(css, from, to).startsWith("none");
      case "visibility" -> {
        String value = word(css, from, to);
        invisible = value.startsWith("hidden") || value.startsWith("collapse");
      }
      case "opacity" -> transparent = pixels(word(css, from, to)) <= .02;
      case "font-size" -> tiny = pixels(word(css, from, to)) <= 1;
      case "text-indent" -> {
        double indent = Math.abs(pixels(word(css, from, to)));
        indented = indent >= FAR && indent < Double.POSITIVE_INFINITY; // 1.25cm is no number here.
      }
      case "position" -> {
        String value = word(css, from, to);
        positioned = value.startsWith("absolute") || value.startsWith("fixed");
      }
      case "left", "right", "top", "bottom", "margin-left", "margin-top" ->
          away |= pixels(word(css, from, to)) <= -FAR;
      case "overflow" -> overflowHidden = word(css, from, to).startsWith("hidden");
      case "width", "height", "max-height", "max-width" -> flat |= pixels(word(css, from, to)) <= 1;
      case "clip" -> {
        String value = word(css, from, to);
        clipped = value.startsWith("rect(0") || value.startsWith("rect(1px");
      }
      case "clip-path" -> {
        String value = word(css, from, to);
        clipped = value.startsWith("inset(50%") || value.startsWith("inset(100%");
      }
      case "color" -> color = color(word(css, from, to));
      case "background", "background-color", "background-image" -> background(word(css, from, to));
      default -> {}
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
  private static String word(String css, int from, int to) {
    String word = css.substring(from, to);
    int important = word.indexOf('!');
    return (important < 0 ? word : word.substring(0, important)).strip().toLowerCase(Locale.ROOT);
  }

  /** A length in pixels, roughly; positive infinity where it is none. */
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

  /** A colour as 0xRRGGBB; {@link #UNKNOWN} for what cannot be compared. */
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

  /** Whether two colours cannot be told apart by eye. */
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
