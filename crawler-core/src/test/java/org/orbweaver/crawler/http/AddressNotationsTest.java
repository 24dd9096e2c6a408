package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.CachedDns;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.testkit.AddressNotations;

/**
 * All notations of an address are brought to one form before anything is resolved, so the guard
 * checks the address that would be contacted.
 */
class AddressNotationsTest {
  private final UrlNormalizer normalizer = new UrlNormalizer();

  /** The address that a fetch of the URL would contact. */
  private InetAddress contacted(String host) throws UnknownHostException {
    String url = normalizer.normalize("http://" + host + "/x");
    assertNotNull(url, "a URL");
    String literal = UrlNormalizer.parse(url).host().replaceAll("[\\[\\]]", "");
    return new CachedDns().resolve(literal)[0];
  }

  @Test
  void everyNotationOfASpecialAddressIsRefused() throws Exception {
    AddressGuard guard = AddressGuard.allowing(List.of());
    List<String> seen = new ArrayList<>();
    for (String address : AddressNotations.SPECIAL) {
      Map<String, String> forms = AddressNotations.spellings(address);
      forms.putAll(AddressNotations.carriers(address));
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
    for (String address : AddressNotations.PUBLIC) {
      for (Map.Entry<String, String> form : AddressNotations.spellings(address).entrySet()) {
        String what = form.getKey() + ": " + form.getValue();
        InetAddress contacted = contacted(form.getValue());
        assertEquals(address, contacted.getHostAddress(), what);
        assertNull(guard.refusal(contacted), what);
      }
    }
  }

  /** Public first, private then: the address of the connection counts. */
  @Test
  void aNameThatIsBoundAnewIsRefusedAtEachLookUp() throws Exception {
    List<String> answers = new ArrayList<>(List.of("93.184.216.34", "127.0.0.1", "10.0.0.1"));
    NameResolver names = host -> new CachedDns().resolve(answers.remove(0));
    GuardedResolver resolver = new GuardedResolver(names, AddressGuard.allowing(List.of()));
    assertEquals("93.184.216.34", resolver.resolve("rebound.test")[0].getHostAddress());
    assertThrows(RefusedAddressException.class, () -> resolver.resolve("rebound.test"));
    assertThrows(RefusedAddressException.class, () -> resolver.resolve("rebound.test"));
  }
}
