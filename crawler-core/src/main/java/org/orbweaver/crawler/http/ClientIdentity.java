package org.orbweaver.crawler.http;

/**
 * Who a client is to the servers that ask for it.
 *
 * @param challenge the scheme of their challenges that it answers; null for none
 * @param user its name; for Kerberos the principal
 * @param password its password; empty for a keytab
 * @param domain of the user, for NTLM
 * @param keytab for Kerberos, or null
 * @param certificate for TLS, a PKCS #12 file, or null
 * @param certificatePassword of that file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClientIdentity(
    Challenge challenge,
    String user,
    String password,
    String domain,
    byte[] keytab,
    byte[] certificate,
    String certificatePassword) {

  /** Schemes by which a server asks who a client is. */
  public enum Challenge {
    DIGEST,
    NTLM,
    KERBEROS
  }

  /** Says nothing of what is secret. */
  @Override
  public String toString() {
    return challenge + " identity";
  }
}
