package org.orbweaver.crawler.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.apache.commons.io.FileUtils;
import org.apache.hc.client5.http.auth.AuthSchemeFactory;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.auth.KerberosConfig;
import org.apache.hc.client5.http.auth.KerberosCredentials;
import org.apache.hc.client5.http.auth.NTCredentials;
import org.apache.hc.client5.http.auth.StandardAuthScheme;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.DigestSchemeFactory;
import org.apache.hc.client5.http.impl.auth.NTLMSchemeFactory;
import org.apache.hc.client5.http.impl.auth.SPNegoSchemeFactory;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.Oid;

/**
 * How Apache HttpClient answers the challenges of servers, and their request for a certificate. A
 * challenge and its answer are one request to the host, as a handshake of TLS is.
 */
@SuppressWarnings("deprecation") // HttpClient's NTLM and SPNEGO, which have no successors
final class Authentication {
  private static final String SPNEGO = "1.3.6.1.5.5.2";
  private static final String KERBEROS_MODULE = "com.sun.security.auth.module.Krb5LoginModule";

  /**
   * The answer to challenges of one scheme.
   *
   * @param scheme its name; no other is answered, whatever a server offers
   */
  record Answer(String scheme, AuthSchemeFactory factory, Credentials credentials) {}

  private Authentication() {}

  /**
   * The answer that an identity gives.
   *
   * @throws IllegalArgumentException if Kerberos does not accept it
   */
  static Answer answer(ClientIdentity identity) {
    char[] password = identity.password().toCharArray();
    return switch (identity.challenge()) {
      case DIGEST ->
          new Answer(
              StandardAuthScheme.DIGEST,
              DigestSchemeFactory.INSTANCE,
              new UsernamePasswordCredentials(identity.user(), password));
      case NTLM ->
          new Answer(
              StandardAuthScheme.NTLM,
              NTLMSchemeFactory.INSTANCE,
              new NTCredentials(password, identity.user(), identity.domain(), identity.domain()));
      case KERBEROS ->
          new Answer(
              StandardAuthScheme.SPNEGO,
              new SPNegoSchemeFactory(
                  KerberosConfig.custom().setStripPort(true).setUseCanonicalHostname(false).build(),
                  null),
              new KerberosCredentials(ticket(identity)));
    };
  }

  static void pause(long millis) throws InterruptedIOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before the request was repeated");
    }
  }

  /**
   * TLS with a certificate of the client.
   *
   * @param trust loads what servers are trusted
   * @throws IllegalArgumentException if its file cannot be read
   */
  static SSLContext tls(ClientIdentity identity, SSLContextBuilder trust) {
    char[] password = identity.certificatePassword().toCharArray();
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(new ByteArrayInputStream(identity.certificate()), password);
      return trust.loadKeyMaterial(keys, password).build();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the client certificate cannot be read as PKCS #12 with its password: " + e.getMessage(),
          e);
    }
  }

  /** Logs in to Kerberos. */
  private static GSSCredential ticket(ClientIdentity identity) {
    Path keytab = null;
    try {
      Map<String, String> options = new HashMap<>();
      options.put("principal", identity.user());
      options.put("refreshKrb5Config", "true");
      if (identity.keytab() != null) {
        keytab = Files.createTempFile("keytab", ""); // readable by its user alone
        Files.write(keytab, identity.keytab());
        options.put("useKeyTab", "true");
        options.put("doNotPrompt", "true");
        options.put("keyTab", keytab.toString());
      }
      Subject subject = new Subject();
      LoginContext login =
          new LoginContext(
              "orbweaver",
              subject,
              callbacks -> {
                for (Callback callback : callbacks) {
                  if (callback instanceof NameCallback name) {
                    name.setName(identity.user());
                  } else if (callback instanceof PasswordCallback password) {
                    password.setPassword(identity.password().toCharArray());
                  }
                }
              },
              new Krb5(options));
      login.login();
      return Subject.doAs(
          subject,
          (PrivilegedExceptionAction<GSSCredential>)
              () -> {
                GSSManager manager = GSSManager.getInstance();
                return manager.createCredential(
                    null,
                    GSSCredential.DEFAULT_LIFETIME,
                    new Oid[] {new Oid(SPNEGO)},
                    GSSCredential.INITIATE_ONLY);
              });
    } catch (IOException | LoginException | PrivilegedActionException e) {
      Throwable cause = e instanceof PrivilegedActionException ? e.getCause() : e;
      throw new IllegalArgumentException(
          "Kerberos does not accept " + identity.user() + ": " + cause.getMessage(), cause);
    } finally {
      if (keytab != null && !FileUtils.deleteQuietly(keytab.toFile())) {
        keytab.toFile().deleteOnExit();
      }
    }
  }

  private static final class Krb5 extends Configuration {
    private final Map<String, String> options;

    Krb5(Map<String, String> options) {
      this.options = options;
    }

    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
      return new AppConfigurationEntry[] {
        new AppConfigurationEntry(
            KERBEROS_MODULE, AppConfigurationEntry.LoginModuleControlFlag.REQUIRED, options)
      };
    }
  }
}
