package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The many ways to write an address in a URL: all of them are brought to one form before anything
 * is resolved, so the guard sees what would be contacted. Forms of IPv4 after the WHATWG URL
 * standard's <a href="https://url.spec.whatwg.org/#concept-ipv4-parser">parser</a>.
 */
class AddressNotationsTest {
  private static final List<String> SPECIAL =
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
  private static final List<String> PUBLIC =
      List.of("1.1.1.1", "8.8.8.8", "93.184.216.34", "203.0.112.9", "223.255.255.254");

  private final UrlNormalizer normalizer = new UrlNormalizer();

  /** What stands for an IPv4 address itself. */
  private static Map<String, String> spellings(String address) throws UnknownHostException {
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
  private static Map<String, String> carriers(String address) throws UnknownHostException {
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

  private static int[] bytes(String address) throws UnknownHostException {
    byte[] bytes = AddressBlock.literal(address);
    int[] unsigned = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      unsigned[i] = bytes[i] & 0xff;
    }
    return unsigned;
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

  /** The address that a fetch of the URL would contact. */
  private InetAddress contacted(String host) throws UnknownHostException {
    String url = normalizer.normalize("http://" + host + "/x");
    assertNotNull(url, "a URL");
    return InetAddress.getByAddress(
        AddressBlock.literal(UrlNormalizer.parse(url).host().replaceAll("[\\[\\]]", "")));
  }

  @Test
  void everyNotationOfASpecialAddressIsRefused() throws Exception {
    AddressGuard guard = AddressGuard.allowing(List.of());
    List<String> seen = new ArrayList<>();
    for (String address : SPECIAL) {
      Map<String, String> forms = spellings(address);
      forms.putAll(carriers(address));
      for (Map.Entry<String, String> form : forms.entrySet()) {
        String what = form.getKey() + ": " + form.getValue();
        assertNotNull(guard.refusal(contacted(form.getValue())), what);
        seen.add(form.getValue());
      }
    }
    assertTrue(seen.size() >= 250, seen.size() + " notations");
  }

  @Test
  void everySpellingOfAPublicAddressIsThatAddressAndAllowed() throws Exception {
    AddressGuard guard = AddressGuard.allowing(List.of());
    for (String address : PUBLIC) {
      for (Map.Entry<String, String> form : spellings(address).entrySet()) {
        String what = form.getKey() + ": " + form.getValue();
        InetAddress contacted = contacted(form.getValue());
        assertEquals(address, contacted.getHostAddress(), what);
        assertNull(guard.refusal(contacted), what);
      }
    }
  }

  /** Public first, private then: what counts is what the connection is made to. */
  @Test
  void aNameThatIsBoundAnewIsRefusedAtEachLookUp() throws Exception {
    List<String> answers = new ArrayList<>(List.of("93.184.216.34", "127.0.0.1", "10.0.0.1"));
    NameResolver names =
        host ->
            new InetAddress[] {InetAddress.getByAddress(AddressBlock.literal(answers.remove(0)))};
    GuardedResolver resolver = new GuardedResolver(names, AddressGuard.allowing(List.of()));
    assertEquals("93.184.216.34", resolver.resolve("rebound.test")[0].getHostAddress());
    assertThrows(RefusedAddressException.class, () -> resolver.resolve("rebound.test"));
    assertThrows(RefusedAddressException.class, () -> resolver.resolve("rebound.test"));
  }
}
