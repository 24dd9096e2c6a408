package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchRulesTest {
  private static FetchRules rules() {
    Configuration conf = new Configuration();
    conf.set("http.agent.name", "bot");
    conf.set(
        "orbweaver.sites",
        """
        [host 10.1.2.3]
        private-addresses 10.0.0.0/8
        [host [fd00::1]]
        private-addresses fd00::/8
        [domain inner.example]
        private-addresses 192.168.0.0/16
        """);
    return FetchRules.of(conf);
  }

  @ParameterizedTest
  @CsvSource({
    "http://10.1.2.3/, true",
    "http://10.1.2.4/, false",
    "http://[fd00::1]/, true",
    "http://[fd00::2]/, false",
    "http://192.168.1.1/, false",
    "http://93.184.216.34/, true"
  })
  void sitesMayHavePrivateAddresses(String url, boolean allowed) {
    assertEquals(allowed, rules().addressRefusal(url) == null);
  }

  @Test
  void domainsMayHaveThemToo() throws Exception {
    InetAddress address = InetAddress.getByAddress(new byte[] {(byte) 192, (byte) 168, 1, 1});
    assertNull(rules().guard().refusal("a.inner.example", address));
    assertEquals(false, rules().guard().refusal("example", address) == null);
  }
}
