package org.orbweaver.webgraph.format.meta;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.orbweaver.common.store.ReversedUrl;

/** The kind of the nodes' names, and their conversion to keys that sort by bytes. */
public enum NameKind {
  /** URLs and any other text; keys by {@link ReversedUrl}. */
  URLS {
    @Override
    public byte[] key(String name) {
      return ReversedUrl.keyBytes(name);
    }

    @Override
    public String name(byte[] key) {
      return ReversedUrl.url(key);
    }
  },

  /**
   * Whole numbers of at most {@value #MAX_DIGITS} digits, without sign or leading zeros. The key is
   * a letter for the number of digits ({@code a} for one), then the digits: so keys sort as the
   * numbers do.
   */
  INTEGERS {
    @Override
    public byte[] key(String name) {
      if (!isInteger(name)) {
        throw new IllegalArgumentException("not a whole number: " + name);
      }
      return ((char) ('a' + name.length() - 1) + name).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String name(byte[] key) {
      return new String(key, 1, key.length - 1, StandardCharsets.US_ASCII);
    }
  },

  /** Hosts; keys are their labels in reverse order. */
  HOSTS,

  /** Registered domains; keys as those of hosts. */
  DOMAINS,

  /** The node's id is its name; there is no dictionary. */
  NUMBERED {
    @Override
    public byte[] key(String name) {
      return name.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String name(byte[] key) {
      return new String(key, StandardCharsets.US_ASCII);
    }
  };

  private static final int MAX_DIGITS = 20;

  /**
   * The key of {@code name} in the dictionary: for a host, the bytes of its pages' keys up to and
   * including the colon after the host. With the colon, hosts are in the order of their pages:
   * {@code org.example.www:} comes before {@code org.example:}.
   */
  public byte[] key(String name) {
    return (ReversedUrl.reverse(name) + ':').getBytes(StandardCharsets.UTF_8);
  }

  /** The name whose key in the dictionary is {@code key}. */
  public String name(byte[] key) {
    return ReversedUrl.reverse(new String(key, 0, key.length - 1, StandardCharsets.UTF_8));
  }

  /** True if a node of this kind may have the name. */
  public boolean isName(String name) {
    return (this != INTEGERS && this != NUMBERED) || isInteger(name);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True for digits only, at most {@value #MAX_DIGITS}, without a leading zero (but {@code 0}). */
  public static boolean isInteger(String name) {
    int length = name.length();
    boolean leadingZero = length > 1 && name.charAt(0) == '0';
    return length > 0
        && length <= MAX_DIGITS
        && !leadingZero
        && name.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
