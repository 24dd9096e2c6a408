package org.orbweaver.crawler.identity;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.signature.KeyDirectory;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SignedMessage;
import org.orbweaver.crawler.signature.SigningKey;

/** What the settings say on signed requests. */
public final class Signatures {
  private Signatures() {}

  /** The folder of keys; empty if none is set. */
  public static Optional<KeyFolder> folder(Configuration conf) {
    String folder = IdentityKeys.KEYS.get(conf).strip();
    return folder.isEmpty()
        ? Optional.empty()
        : Optional.of(new KeyFolder(Path.of(folder), CrawlDir.localInUse(conf)));
  }

  /** The origin that serves the public parts of the keys; empty if none is set. */
  public static Optional<URI> agent(Configuration conf) {
    return SignedMessage.origin(IdentityKeys.AGENT.get(conf).strip());
  }

  /**
   * The keys in the folder that are valid now, or will be; none if no folder is set.
   *
   * @throws OrbException if the folder cannot be read, or (usage) the origin is missing
   */
  public static List<SigningKey> keys(Configuration conf, Instant now) {
    Optional<KeyFolder> folder = folder(conf);
    if (folder.isEmpty()) {
      return List.of();
    }
    List<SigningKey> keys =
        folder.get().keys().stream().filter(key -> !key.shown().hasEnded(now)).toList();
    if (!keys.isEmpty() && agent(conf).isEmpty()) {
      throw OrbException.usage(
          "setting "
              + IdentityKeys.AGENT.name()
              + ": expected the https origin that serves the keys' public parts, got nothing: set"
              + " it, or empty "
              + IdentityKeys.KEYS.name()
              + " to sign nothing");
    }
    return keys;
  }

  /** What signs requests with some keys; null without any. */
  public static RequestSigner signer(Configuration conf, List<SigningKey> keys, Clock clock) {
    return keys.isEmpty()
        ? null
        : new RequestSigner(
            keys,
            agent(conf).orElseThrow()
                + (IdentityKeys.DIRECTORY_URL.get(conf) ? KeyDirectory.PATH : ""),
            Duration.ofSeconds(IdentityKeys.LIFETIME.get(conf)),
            IdentityKeys.BARE.get(conf),
            clock);
  }
}
