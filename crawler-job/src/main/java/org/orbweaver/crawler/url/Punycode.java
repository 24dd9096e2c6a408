package org.orbweaver.crawler.url;

/** Encodes labels of international host names: RFC 3492, with the parameters of its section 5. */
final class Punycode {
  private static final int BASE = 36;
  private static final int T_MIN = 1;
  private static final int T_MAX = 26;
  private static final int SKEW = 38;
  private static final int DAMP = 700;
  private static final int MAX_LABEL = 63;

  private Punycode() {}

  /**
   * Appends the label in ASCII, with {@code xn--} where it needs it.
   *
   * @return false when the label can be none: too long, or not made of characters
   */
  static boolean append(CharSequence label, StringBuilder out) {
    if (label.chars().allMatch(c -> c < 128)) {
      out.append(label);
      return true;
    }
    int[] points = label.codePoints().toArray();
    if (points.length > MAX_LABEL) {
      return false;
    }
    for (int point : points) {
      int type = Character.getType(point);
      if (type == Character.SURROGATE
          || type == Character.UNASSIGNED
          || type == Character.CONTROL
          || type == Character.FORMAT
          || type == Character.PRIVATE_USE) {
        return false;
      }
    }
    out.append("xn--");
    encode(points, out);
    return true;
  }

  private static void encode(int[] points, StringBuilder out) {
    int basic = 0;
    for (int point : points) {
      if (point < 128) {
        out.append((char) point);
        basic++;
      }
    }
    if (basic > 0) {
      out.append('-');
    }
    int n = 128;
    int delta = 0;
    int bias = 72;
    int handled = basic;
    while (handled < points.length) {
      int next = Integer.MAX_VALUE;
      for (int point : points) {
        if (point >= n && point < next) {
          next = point;
        }
      }
      delta += (next - n) * (handled + 1);
      n = next;
      for (int point : points) {
        if (point < n) {
          delta++;
        } else if (point == n) {
          int q = delta;
          for (int k = BASE; ; k += BASE) {
            int t = k <= bias ? T_MIN : Math.min(k - bias, T_MAX);
            if (q < t) {
              break;
            }
            out.append(digit(t + (q - t) % (BASE - t)));
            q = (q - t) / (BASE - t);
          }
          out.append(digit(q));
          bias = adapt(delta, handled + 1, handled == basic);
          delta = 0;
          handled++;
        }
      }
      delta++;
      n++;
    }
  }

  private static int adapt(int difference, int handled, boolean first) {
    int delta = first ? difference / DAMP : difference / 2;
    delta += delta / handled;
    int k = 0;
    while (delta > (BASE - T_MIN) * T_MAX / 2) {
      delta /= BASE - T_MIN;
      k += BASE;
    }
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
  }

  private static char digit(int value) {
    return (char) (value < 26 ? 'a' + value : '0' + value - 26);
  }
}
