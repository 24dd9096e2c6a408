package org.orbweaver.bench;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SignatureVerifier;
import org.orbweaver.crawler.signature.SignedMessage;
import org.orbweaver.crawler.signature.SigningKey;
import picocli.CommandLine.Command;

/** Measures signed requests; called by {@code scripts/bench signature}. */
@Command(
    name = "signature",
    description = {
      "Measure the CPU time of signed requests.",
      "Sign requests to one host, whose signature is used again, and to a new host each, and verify"
          + " them, after a warm-up of each. Exits with 1 if a target is missed."
    },
    footer = "  scripts/bench signature")
public final class SignatureBenchCommand extends Bench {
  private static final String AGENT = "https://crawler.example";
  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH, PublicKey.FOREVER);

  /** Pages of a host that are fetched while a signature is used, with the default delay of 5 s. */
  private static final int USES = 15;

  private static final double MOST_MS = .1;

  private static final int KEPT = 1_000_000;
  private static final int COLD = 10_000;
  private static final int VERIFIED = 5_000;

  /** Milliseconds of this thread's CPU time for each call, the first fifth left out. */
  private static double millis(int calls, IntConsumer call) {
    for (int i = 0; i < calls / 5; i++) {
      call.accept(-1 - i);
    }
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < calls; i++) {
      call.accept(i);
    }
    return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e6 / calls;
  }

  private static RequestSigner signer(List<SigningKey> keys) {
    return new RequestSigner(keys, AGENT, Duration.ofMinutes(5), false, Clock.systemUTC());
  }

  @Override
  protected void measure() {
    RequestSigner signer = signer(List.of(KEY));
    URI page = URI.create("https://www.example.org/page");
    double cold = millis(COLD, i -> signer.headers(URI.create("https://h" + i + ".example/")));
    double kept = millis(KEPT, i -> signer.headers(page));
    double from = Math.ceil(cold / (MOST_MS - kept));
    SignatureVerifier verifier = new SignatureVerifier(agent -> Optional.of(List.of(KEY.shown())));
    List<Header> headers = signer.headers(page);
    SignedMessage request = SignedMessage.request("GET", page, headers);
    Instant now = Instant.now();
    double verified =
        millis(
            VERIFIED,
            i -> {
              SignatureVerifier.Verdict verdict = verifier.verify(request, now);
              if (verdict.outcome() != SignatureVerifier.Outcome.VERIFIED) {
                throw new IllegalStateException(verdict.reason());
              }
            });
    report(
        new Figures()
            .add("keptMs", "CPU ms a request, signature used again", "%.5f", kept)
            .atMost("keptMs", MOST_MS)
            .add("coldMs", "CPU ms a request, new host", "%.3f", cold)
            .add("pairMs", "CPU ms a request, 2 to each host", "%.3f", kept + cold / 2)
            .add("from", "requests to a host from which on .1 ms suffices", "%.0f", from)
            .add("hostMs", "CPU ms a request, 15 to each host", "%.3f", kept + cold / USES)
            .atMost("hostMs", MOST_MS)
            .add("verifyMs", "CPU ms to verify a request", "%.3f", verified));
  }
}
