package org.orbweaver.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The many ways to write an address in a URL. Forms of IPv4 after the WHATWG URL standard's <a
 * href="https://url.spec.whatwg.org/#concept-ipv4-parser">parser</a>.
 */
public final class AddressNotations {
  public static final List<String> SPECIAL =
      List.of(
          "0.0.0.0",
          "10.0.0.1",
          "100.64.0.1",
          "127.0.0.1",
          "127.10.0.7",
          "169.254.169.254",
          "172.16.5.4",
          "192.0.2.1",
          "192.168.1.1",
          "198.18.0.1",
          "224.0.0.1",
          "255.255.255.255");
  public static final List<String> PUBLIC =
      List.of("1.1.1.1", "8.8.8.8", "93.184.216.34", "203.0.112.9", "223.255.255.254");

  private AddressNotations() {}

  /** Each notation of each special address. */
  public static List<String> special() {
    List<String> all = new ArrayList<>();
    for (String address : SPECIAL) {
      all.addAll(spellings(address).values());
      all.addAll(carriers(address).values());
    }
    return all;
  }

  /** The notations of an IPv4 address itself. */
  public static Map<String, String> spellings(String address) {
    int[] b = bytes(address);
    long number = (long) b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
    Map<String, String> forms = new LinkedHashMap<>();
    forms.put("dotted", address);
    forms.put("with a final dot", address + ".");
    forms.put("decimal", Long.toString(number));
    forms.put("hexadecimal", "0x" + Long.toHexString(number));
    forms.put("HEXADECIMAL", "0X" + Long.toHexString(number).toUpperCase(Locale.ROOT));
    forms.put("octal", "0" + Long.toOctalString(number));
    forms.put("dotted octal", format("0%o.0%o.0%o.0%o", b));
    forms.put("dotted octal, padded", format("00%03o.00%03o.00%03o.00%03o", b));
    forms.put("dotted hexadecimal", format("0x%x.0x%x.0x%x.0x%x", b));
    forms.put("mixed", format("0x%x.0%o.%d.0x%x", b));
    forms.put("two parts", b[0] + "." + (number & 0xffffff));
    forms.put("three parts", b[0] + "." + b[1] + "." + (number & 0xffff));
    forms.put(
        "two parts, hexadecimal", "0x" + Integer.toHexString(b[0]) + "." + (number & 0xffffff));
    forms.put("percent-encoded", address.replace("1", "%31").replace("0", "%30"));
    forms.put("percent-encoded dots", address.replace(".", "%2E"));
    forms.put("fullwidth digits", fullwidth(address));
    forms.put("ideographic dots", address.replace('.', '\u3002'));
    forms.put("mapped", "[::ffff:" + address + "]");
    forms.put("mapped, hexadecimal", "[0:0:0:0:0:FFFF:" + hex(b) + "]");
    return forms;
  }

  /** IPv6 addresses that lead to an IPv4 one through a translator or relay. */
  public static Map<String, String> carriers(String address) {
    int[] b = bytes(address);
    Map<String, String> forms = new LinkedHashMap<>();
    forms.put("IPv4-compatible", "[::" + address + "]");
    forms.put("NAT64", "[64:ff9b::" + address + "]");
    forms.put("NAT64, hexadecimal", "[64:FF9B:0:0:0:0:" + hex(b) + "]");
    forms.put("local NAT64", "[64:ff9b:1::" + address + "]");
    forms.put("6to4", "[2002:" + hex(b) + "::1]");
    forms.put("Teredo", "[2001:0:" + hex(b) + "::1]");
    return forms;
  }

  private static int[] bytes(String address) {
    return Arrays.stream(address.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
  }

  private static String format(String pattern, int[] b) {
    return String.format(Locale.ROOT, pattern, b[0], b[1], b[2], b[3]);
  }

  private static String hex(int[] b) {
    return Integer.toHexString(b[0] << 8 | b[1]) + ":" + Integer.toHexString(b[2] << 8 | b[3]);
  }

  private static String fullwidth(String text) {
    StringBuilder wide = new StringBuilder();
    text.chars().forEach(c -> wide.append((char) (c == '.' ? c : c - '0' + '\uff10')));
    return wide.toString();
  }
}
