package org.orbweaver.crawler.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.HttpSettings;
import org.orbweaver.testkit.LoginSite;

/** Fetchers of a {@link LoginSite}, and the secrets that it accepts. */
final class SiteFetchers {
  private SiteFetchers() {}

  /** A fetcher to which all hosts are here, and all certificates valid. */
  static SiteFetcher fetcher(String sites, Map<String, byte[]> secrets) {
    return new SiteFetcher(
        new HttpSettings(
            new HttpSettings.RequestHeaders("test/1", "*/*", ""),
            new HttpSettings.TimeLimits(5_000, 5_000, 20_000, 100),
            1 << 20,
            false,
            AllowedPorts.of(List.of()),
            null),
        host -> new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})},
        AddressGuard.allowing(List.of("127.0.0.0/8")),
        Sites.parse(sites),
        new SiteSecrets(secrets));
  }

  /**
   * The site's secrets.
   *
   * @param keys the file of its client certificate
   */
  static Map<String, byte[]> secrets(Path keys) throws IOException {
    return Map.of(
        "${env:PASSWORD}", LoginSite.PASSWORD.getBytes(UTF_8),
        "${env:TOKEN}", LoginSite.TOKEN.getBytes(UTF_8),
        "${env:CHANGEIT}", "changeit".getBytes(UTF_8),
        "${env:LINES}", "two\r\nX-Evil: lines".getBytes(UTF_8),
        "${file:client.p12}", Files.readAllBytes(keys),
        "${file:cookies.txt}",
            ("# Netscape HTTP Cookie File\napp.test\tFALSE\t/\tTRUE\t0\tticket\t"
                    + LoginSite.COOKIE)
                .getBytes(UTF_8));
  }
}
