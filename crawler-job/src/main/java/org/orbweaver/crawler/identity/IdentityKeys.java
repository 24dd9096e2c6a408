package org.orbweaver.crawler.identity;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.crawler.signature.SignedMessage;

/** The configuration keys of signed requests. */
public final class IdentityKeys implements KeySource {
  private static final int DAY_SECONDS = 86_400;

  @Heading("Signed requests")
  public static final Key<String> KEYS =
      Key.ofString(
              "orbweaver.signature.keys",
              "",
              "A local folder with the keys ('orb key new' makes them) that sign https requests, by"
                  + " Web Bot Auth. Empty: nothing is signed.")
          .folder();

  public static final Key<String> AGENT =
      Key.ofString(
              "orbweaver.signature.agent",
              "",
              "The https origin that serves the public parts of the keys, for the Signature-Agent"
                  + " header: https://crawler.example. Required where orbweaver.signature.keys has"
                  + " a key that is valid.")
          .where(
              "https origin such as https://crawler.example",
              text -> text.isBlank() || SignedMessage.origin(text.strip()).isPresent());

  public static final Key<Integer> LIFETIME =
      Key.ofInt(
              "orbweaver.signature.lifetime.sec",
              300,
              "Seconds for which a signature is valid: whoever sees one can use it at the same host"
                  + " until then.")
          .between(60, DAY_SECONDS);

  public static final Key<Boolean> DIRECTORY_URL =
      Key.ofBoolean(
          "orbweaver.signature.directory.url",
          false,
          "Whether Signature-Agent has the URL of the directory of keys, as"
              + " draft-ietf-webbotauth-httpsig-protocol-01 (October 2026) wants, in place of its"
              + " origin, as the drafts before.");

  public static final Key<Boolean> BARE =
      Key.ofBoolean(
          "orbweaver.signature.bare",
          false,
          "Whether Signature-Agent is a bare string, as in drafts before 2026, for servers that do"
              + " not know the dictionary of today.");

  /** For the service loader. */
  public IdentityKeys() {}
}
