package org.orbweaver.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Option;

/**
 * The form of the fake web's pages and connections.
 *
 * @param tls TLS 1.3 with a certificate a host; a quarter of the hosts closes each connection
 * @param webSizes sizes, markup and codings like the web's, instead of 20 KB of plain text
 * @param real folder of real pages, which every other page is where one has its size; or null
 */
record WebForm(boolean tls, boolean webSizes, Path real) {
  static final WebForm PLAIN = new WebForm(false, false, null);

  private static final int PAGE_BYTES = 20_000;

  /** The words with which the fake web starts. */
  String sizeWord() {
    return webSizes ? "web" : Integer.toString(PAGE_BYTES);
  }

  String scheme() {
    return tls ? "https" : "http";
  }

  String realWord() {
    return real == null ? "" : real.toString();
  }

  String describe() {
    return (webSizes ? "like the web's, 240 KB on average" : "of " + PAGE_BYTES / 1_000 + " KB")
        + (tls ? ", TLS" : "");
  }

  /** The options by which benchmarks choose one. */
  static final class Options {
    @Option(
        names = "--tls",
        description =
            "TLS 1.3, with a certificate for each host and session tickets; a quarter of the hosts"
                + " closes the connection after each response.")
    private boolean tls;

    @Option(
        names = "--sizes",
        paramLabel = "fixed|web",
        defaultValue = "fixed",
        description = {
          "Pages of 20 KB, or like the web's: a median of 30 KB and a mean of 240 KB of HTML, a"
              + " tenth of it text, with gzip or brotli. Default: ${DEFAULT-VALUE}."
        })
    private String sizes;

    @Option(
        names = "--real",
        paramLabel = "DIR",
        description =
            "With --sizes web: every other page is an HTML file of this folder, if one has about"
                + " its size.")
    private Path real;

    /** Whether any was given. */
    boolean isGiven() {
      return tls || real != null || !sizes.equals("fixed");
    }

    /**
     * The form chosen.
     *
     * @throws OrbException (usage) naming the option at fault
     */
    WebForm form() {
      if (!sizes.equals("fixed") && !sizes.equals("web")) {
        throw OrbException.usage("--sizes: expected fixed or web, got '" + sizes + "'");
      }
      if (real != null && !sizes.equals("web")) {
        throw OrbException.usage("--real: give --sizes web too");
      }
      if (real != null && !Files.isDirectory(real)) {
        throw OrbException.usage("--real: no folder '" + real + "'");
      }
      return new WebForm(tls, sizes.equals("web"), real);
    }
  }
}
