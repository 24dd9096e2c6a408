package org.orbweaver.crawler.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByAddress(AddressBlock.literal(text));
  }

  @Test
  void specialAddressesAreRefused() throws Exception {
    String addresses =
        """
        0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255
        168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.9
        192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7
        224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1
        ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1
        2001::1 2001:db8::1 2002:7f00:1:: fc00::1 fdff::1 fe80::1 febf::1
        fec0::1 ff02::1 3fff::1 5f00::1
        """;
    for (String text : addresses.strip().split("\\s+", -1)) {
      assertNotNull(AddressGuard.allowing(List.of()).refusal(address(text)), text);
    }
  }

  @Test
  void publicAddressesAreAllowed() throws Exception {
    String addresses =
        """
        1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
        126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0 192.167.255.255
        192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2606:4700::1111
        2a00::1 ::ffff:1.1.1.1 64:ff9a::1 fbff::1 2001:200::1
        """;
    for (String text : addresses.strip().split("\\s+", -1)) {
      assertNull(AddressGuard.allowing(List.of()).refusal(address(text)), text);
    }
  }

  @Test
  void listedBlocksAreAllowed() throws Exception {
    AddressGuard guard = AddressGuard.allowing(List.of("127.10.0.0/16", "::1", "10.0.0.0/9"));
    assertNull(guard.refusal(address("127.10.3.4")));
    assertNull(guard.refusal(address("::1")));
    assertNull(guard.refusal(address("10.127.0.1")));
    assertNotNull(guard.refusal(address("10.128.0.1")));
    assertTrue(guard.refusal(address("127.11.0.1")).contains("orbweaver.fetch.private.addresses"));
  }

  @Test
  void nothingButTheListedBlocks() throws Exception {
    AddressGuard guard = AddressGuard.allowingOnly(List.of("127.0.0.0/8"), "set a name");
    assertNull(guard.refusal(address("127.0.0.1")));
    assertEquals("1.1.1.1: set a name", guard.refusal(address("1.1.1.1")));
  }

  /** As the JDK makes it from a name service's answer: an address of these 16 bytes, unchanged. */
  private static InetAddress answered(String hex) throws UnknownHostException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertEquals(16, bytes.length, hex);
    return Inet6Address.getByAddress("a.test", bytes, 0);
  }

  /** Each form with 127.0.0.1, 169.254.169.254, and 1.1.1.1 within. */
  @ParameterizedTest
  @CsvSource({
    "mapped, ::/0, 00000000000000000000ffff_",
    "translated, ::/0, 0000000000000000ffff0000_",
    "compatible, ::/0, 000000000000000000000000_",
    "NAT64, ::/0, 0064ff9b0000000000000000_",
    "local NAT64, ::/0, 0064ff9b0001000000000000_",
    "6to4, ::/0, 2002_00000000000000000001",
    "Teredo server, ::/0, 20010000_00000000fefefefe",
    "Teredo client, ::/0, 200100000101010100000000^",
    "ISATAP, ::/0, 2a0000000000000000005efe_",
    "global ISATAP, ::/0, 2a0000000000000002005efe_",
    "mapped without a listed block, , 00000000000000000000ffff_",
    "ISATAP without a listed block, , 2a0000000000000002005efe_"
  })
  void whatIsEmbeddedCounts(String form, String allowed, String hex) throws Exception {
    AddressGuard guard =
        AddressGuard.allowing(allowed == null ? List.of() : List.of(allowed.strip()));
    for (String inner : List.of("7f000001", "a9fea9fe", "0a000001", "c0a80101")) {
      assertNotNull(guard.refusal(answered(filled(hex, inner))), form + " " + inner);
    }
    assertNull(guard.refusal(answered(filled(hex, "01010101"))), form);
  }

  private static String filled(String hex, String inner) {
    String inverted = Integer.toHexString(~Integer.parseUnsignedInt(inner, 16));
    return hex.endsWith("^")
        ? hex.substring(0, 24) + "0".repeat(8 - inverted.length()) + inverted
        : hex.replace("_", inner);
  }

  @Test
  void anEmbeddedAddressIsAllowedByItsOwnBlock() throws Exception {
    AddressGuard guard = AddressGuard.allowing(List.of("127.0.0.0/8", "64:ff9b::/96", "::1"));
    assertNull(guard.refusal(answered("00000000000000000000ffff7f000001")));
    assertNull(guard.refusal(answered("0064ff9b00000000000000007f000001")));
    assertNull(guard.refusal(answered("00000000000000000000000000000001")));
    String refusal = guard.refusal(answered("0064ff9b0000000000000000a9fea9fe"));
    assertTrue(refusal.contains("169.254.169.254"), refusal);
    assertTrue(refusal.contains("link-local (169.254.0.0/16)"), refusal);
  }

  @Test
  void withoutANameForTheCrawlerEmbeddedPublicAddressesAreRefused() throws Exception {
    AddressGuard guard = AddressGuard.allowingOnly(List.of("64:ff9b::/96", "10.0.0.0/8"), "a name");
    assertNull(guard.refusal(answered("0064ff9b00000000000000000a000001")));
    assertNotNull(guard.refusal(answered("0064ff9b000000000000000001010101")));
    assertNotNull(guard.refusal(answered("00000000000000000000ffff01010101")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "10.0.0.0/33", "10.0.0.0/x", "::/129", "10.0.0/8", "a.test/8"})
  void badBlocksAreNamed(String block) {
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> AddressGuard.allowing(List.of(block)))
            .getMessage()
            .contains("'" + block + "'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0177.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "1.2.3.256", "1.2.3"})
  void oddSpellingsAreNotAddresses(String text) {
    assertFalse(AddressBlock.isLiteral(text));
    assertThrows(UnknownHostException.class, () -> new CachedDns().resolve(text));
    assertThrows(UnknownHostException.class, () -> HostsFile.parse("").resolve(text));
  }

  @Test
  void hostsFileIsTheOnlySource() throws Exception {
    HostsFile hosts = HostsFile.parse("# c\n127.10.0.1 A.test b.test # d\n\n::1\tc.test\r\n");
    assertEquals("127.10.0.1", hosts.resolve("a.TEST")[0].getHostAddress());
    assertEquals("127.10.0.1", hosts.resolve("b.test")[0].getHostAddress());
    assertEquals(address("::1"), hosts.resolve("c.test")[0]);
    assertEquals(address("::1"), hosts.resolve("[::1]")[0]);
    assertEquals("9.9.9.9", hosts.resolve("9.9.9.9")[0].getHostAddress());
    assertThrows(UnknownHostException.class, () -> hosts.resolve("localhost"));
    assertEquals(3, hosts.all().size());
    assertThrows(IllegalArgumentException.class, () -> HostsFile.parse("a.test 127.0.0.1"));
  }
}
