package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.signature.KeyDirectory;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.SigningKey;

/** The headers by which a directory of keys proves that its server has them. */
class DirectoryFuzz {
  private static final Instant NOW = Instant.ofEpochSecond(1_793_534_400);
  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH, PublicKey.FOREVER);
  private static final String BODY = "{\"keys\":[]}";

  private static List<String> faults(List<Header> headers) {
    return KeyDirectory.faults("a.test", BODY, headers, List.of(KEY.shown()), NOW);
  }

  /** A header of a good response is another, or comes a second time. */
  @FuzzTest
  void changed(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    List<Header> good =
        KeyDirectory.headers("a.test", BODY, List.of(KEY), NOW, NOW.plusSeconds(3600));
    assertEquals(List.of(), faults(good));
    for (int i = 0; i < good.size(); i++) {
      List<Header> headers = new ArrayList<>(good);
      headers.set(i, new Header(good.get(i).name(), text));
      // One that means the same has the same digest, key or signature in it.
      String essence =
          i == 1
              ? KEY.shown().thumbprint()
              : good.get(i).value().replaceAll("(?s).*:([^:=]*)=*:$", "$1");
      if (!text.contains(essence)) {
        assertNotEquals(List.of(), faults(headers));
      }
      List<Header> longer = new ArrayList<>(good);
      longer.add(new Header(good.get(i).name(), text));
      faults(longer);
    }
  }
}
