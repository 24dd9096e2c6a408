package org.orbweaver.crawler.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.SigningKey;

class KeyFolderTest {
  private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");

  @TempDir Path tmp;

  private static String mode(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static List<PublicKey> shown(KeyFolder folder) {
    return folder.keys().stream().map(SigningKey::shown).toList();
  }

  @Test
  void keysAreKeptForTheirOwnerAlone() throws Exception {
    KeyFolder folder = new KeyFolder(tmp.resolve("a/keys"));
    SigningKey next = folder.add(NOW.plusSeconds(60), PublicKey.FOREVER);
    SigningKey first = folder.add(NOW, PublicKey.FOREVER);
    Path file = folder.path().resolve(first.shown().thumbprint() + ".json");
    assertEquals("rwx------", mode(folder.path()));
    assertEquals("rw-------", mode(file));
    assertEquals(List.of(first.shown(), next.shown()), shown(folder));

    // What a crash left is neither read nor in the way.
    Files.writeString(folder.path().resolve("." + file.getFileName() + ".part"), "{");
    folder.retire(first.shown().thumbprint(), NOW.plusSeconds(90));
    assertEquals(NOW.plusSeconds(90), shown(folder).get(0).until());
    assertEquals("rw-------", mode(file));
    try (var files = Files.list(folder.path())) {
      assertEquals(2, files.count());
    }
    OrbException late =
        assertThrows(
            OrbException.class, () -> folder.retire(first.shown().thumbprint(), PublicKey.FOREVER));
    assertTrue(late.getMessage().contains("already ends at 2026-11-01T12:01:30Z"));
    OrbException e =
        assertThrows(OrbException.class, () -> folder.retire("none", PublicKey.FOREVER));
    assertTrue(e.getMessage().contains("no key 'none' in " + folder.path()), e.getMessage());
  }

  @Test
  void whatCannotBeTrustedIsRefused() throws Exception {
    KeyFolder folder = new KeyFolder(tmp.resolve("keys"));
    refused(folder, "no folder of keys");
    SigningKey key = folder.add(NOW, PublicKey.FOREVER);
    Path file = folder.path().resolve(key.shown().thumbprint() + ".json");
    String secret = (String) key.secret().get("d");
    String good = Files.readString(file);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    refused(folder, "is open to other users");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    for (String bad :
        new String[] {
          "",
          "[]",
          "{\"d\": " + secret,
          good.replace("\"OKP\"", "\"RSA\""),
          good.replace(secret, secret.substring(2)),
          good.replace("nbf\" : ", "nbf\" : 99999999999999999999"),
          "x".repeat(70_000)
        }) {
      Files.writeString(file, bad);
      OrbException e = refused(folder, "is malformed");
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        assertFalse(cause.toString().contains(secret.substring(4, 20)), cause.toString());
      }
    }
    Files.writeString(file, good);
    assertEquals(1, folder.keys().size());

    Path copy = folder.path().resolve("copy.json");
    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    OrbException twice = refused(folder, "have the same key");
    assertTrue(twice.getMessage().contains(copy.toString()), twice.getMessage());
    assertTrue(twice.getMessage().contains(file.toString()), twice.getMessage());
    Files.delete(copy);

    Files.createDirectories(tmp.resolve("crawl/crawldb"));
    Files.createSymbolicLink(tmp.resolve("link"), tmp.resolve("crawl"));
    KeyFolder within = new KeyFolder(tmp.resolve("link/my/keys"));
    refused(within, "is in the crawl directory");
    assertThrows(OrbException.class, () -> within.add(NOW, PublicKey.FOREVER));
    assertFalse(Files.exists(tmp.resolve("crawl/my")));

    // The same before the crawl begins.
    Configuration conf = new Configuration(false);
    CrawlDir.use(conf, tmp.resolve("next/crawl").toString());
    IdentityKeys.KEYS.set(conf, tmp.resolve("next/crawl/keys").toString());
    KeyFolder of = Signatures.folder(conf).orElseThrow();
    assertThrows(OrbException.class, () -> of.add(NOW, PublicKey.FOREVER));
    refused(of, "is in the crawl directory " + tmp.resolve("next/crawl"));
    assertFalse(Files.exists(tmp.resolve("next")));
    IdentityKeys.KEYS.set(conf, tmp.resolve("next/crawl-keys").toString());
    Signatures.folder(conf).orElseThrow().add(NOW, PublicKey.FOREVER);
  }

  private static OrbException refused(KeyFolder folder, String why) {
    OrbException e = assertThrows(OrbException.class, folder::keys);
    assertTrue(e.getMessage().contains(why), e.getMessage());
    return e;
  }

  @Test
  void theSettingsSayWhetherAndHowToSign() {
    Configuration conf = new Configuration(false);
    assertEquals(List.of(), Signatures.keys(conf, NOW));
    assertEquals(null, Signatures.signer(conf, List.of(), Clock.systemUTC()));
    KeyFolder folder = new KeyFolder(tmp.resolve("keys"));
    folder.add(NOW.minusSeconds(60), NOW);
    folder.add(NOW.plusSeconds(60), NOW.plusSeconds(60));
    IdentityKeys.KEYS.set(conf, folder.path().toString());
    assertEquals(List.of(), Signatures.keys(conf, NOW));
    SigningKey key = folder.add(NOW, PublicKey.FOREVER);
    OrbException e = assertThrows(OrbException.class, () -> Signatures.keys(conf, NOW));
    assertTrue(e.getMessage().contains("orbweaver.signature.agent"), e.getMessage());
    for (String wrong :
        new String[] {"http://a.example", "https://a.example/b", "https://A.example", "a"}) {
      conf.set(IdentityKeys.AGENT.name(), wrong);
      assertTrue(IdentityKeys.AGENT.fault(conf).isPresent(), wrong);
    }
    conf.set(IdentityKeys.AGENT.name(), "https://a.example/");
    List<SigningKey> keys = Signatures.keys(conf, NOW);
    assertEquals(List.of(key.shown()), keys.stream().map(SigningKey::shown).toList());
    var headers =
        Signatures.signer(conf, keys, Clock.fixed(NOW, ZoneOffset.UTC))
            .headers(java.net.URI.create("https://www.example.org/"));
    assertEquals("sig1=\"https://a.example\"", headers.get(0).value());
  }
}
