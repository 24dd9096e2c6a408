package org.orbweaver.testkit;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority of its own, made at start: each host that is asked for by name (SNI) gets
 * a key and a certificate, ECDSA on P-256 as most of the web's issuers give by default today. The
 * server speaks TLS 1.3 only, and hands out tickets by which a client resumes a session.
 */
final class TlsAuthority extends X509ExtendedKeyManager {
  private static final String EC = "EC";
  private static final X500Name ISSUER = new X500Name("CN=fake web");

  private record Identity(PrivateKey key, X509Certificate certificate) {}

  private final KeyPairGenerator keys;
  private final KeyPair own;
  private final X509Certificate root;
  private final SSLContext context;
  private final Map<String, Identity> hosts = new ConcurrentHashMap<>();

  /** Engines that have presented a certificate: a resumed session needs none. */
  private final Set<SSLEngine> presented = ConcurrentHashMap.newKeySet();

  TlsAuthority() {
    try {
      keys = KeyPairGenerator.getInstance(EC);
      keys.initialize(256);
      own = keys.generateKeyPair();
      root = sign(ISSUER, own, true);
      context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[] {this}, null, null);
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("this JVM cannot make certificates", e);
    }
  }

  /** The certificate that clients trust. */
  X509Certificate root() {
    return root;
  }

  /** The server's side of a new connection. */
  SSLEngine accept() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  /** Whether the handshake of this engine, now finished, was a full one; answers once. */
  boolean wasFull(SSLEngine engine) {
    return presented.remove(engine);
  }

  private X509Certificate sign(X500Name subject, KeyPair pair, boolean isAuthority)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            ISSUER,
            new BigInteger(64, new SecureRandom()),
            Date.from(now.minus(Duration.ofDays(1))),
            Date.from(now.plus(Duration.ofDays(30))),
            subject,
            pair.getPublic());
    if (isAuthority) {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    } else {
      String name = subject.toString().replaceFirst("^CN=", "");
      GeneralName dns = new GeneralName(GeneralName.dNSName, name);
      builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(dns));
    }
    ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(own.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  private Identity identity(String host) {
    return hosts.computeIfAbsent(
        host,
        name -> {
          try {
            KeyPair pair = keys.generateKeyPair();
            return new Identity(pair.getPrivate(), sign(new X500Name("CN=" + name), pair, false));
          } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("no certificate for " + name, e);
          }
        });
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    List<SNIServerName> names =
        ((ExtendedSSLSession) engine.getHandshakeSession()).getRequestedServerNames();
    if (!type.equals(EC) || names.isEmpty()) {
      return null;
    }
    presented.add(engine);
    return new SNIHostName(names.get(0).getEncoded()).getAsciiName();
  }

  @Override
  public X509Certificate[] getCertificateChain(String host) {
    return new X509Certificate[] {identity(host).certificate()};
  }

  @Override
  public PrivateKey getPrivateKey(String host) {
    return identity(host).key();
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return null;
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return null;
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return null;
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return null;
  }
}
