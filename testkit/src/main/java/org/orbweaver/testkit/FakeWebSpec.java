package org.orbweaver.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a generated web. Together with the seed they decide every byte of every page.
 */
public final class FakeWebSpec {
  long seed = 1;
  int hosts;
  int pagesPerHost = 10;
  int pageBytes = 2_000;
  int linksWithin = 8;
  int linksAcross = 2;
  int addresses = 1;
  int port;
  int recorded = 1_000_000;
  boolean headersRecorded = true;
  boolean tls;
  double closing;
  WebSizes webSizes;
  Latency latency = Latency.NONE;
  final List<Fault> faults = new ArrayList<>();

  private FakeWebSpec() {}

  /**
   * A response that replaces a share of the generated pages, chosen by the seed. The front page of
   * a host is spared.
   *
   * @param share of pages, 0 to 1
   * @param response instead of the page
   */
  record Fault(double share, Response response) {}

  /**
   * The response time of the generated hosts. The seed decides the time for each request, so that
   * two runs have the same delays. Faults have the delay of their response.
   *
   * @param least shortest time to the first byte, in milliseconds
   * @param most longest one; times between are equally likely
   * @param ofOneHost hosts, by number, that always take this many milliseconds instead
   */
  record Latency(int least, int most, Map<Integer, Integer> ofOneHost) {
    static final Latency NONE = new Latency(0, 0, Map.of());

    /** Checks the range. */
    Latency {
      if (least < 0 || most < least) {
        throw new IllegalArgumentException(
            "illegal latency: " + least + "-" + most + " ms, must be two numbers in order");
      }
      ofOneHost = Map.copyOf(ofOneHost);
    }

    /** Milliseconds for one request; {@code uniform} is from 0 up to but not 1. */
    int of(int host, double uniform) {
      return ofOneHost.getOrDefault(host, least + (int) (uniform * (most - least + 1)));
    }
  }

  /** A builder with no generated hosts. */
  public static Builder builder() {
    return new Builder();
  }

  String scheme() {
    return tls ? "https" : "http";
  }

  /** The name of a generated host. */
  public String host(int number) {
    return "h" + number + ".test";
  }

  /** Builds a spec; the defaults suit small tests. */
  public static final class Builder {
    private final FakeWebSpec spec = new FakeWebSpec();
    private final Map<Integer, Integer> ofOneHost = new HashMap<>();

    private Builder() {}

    /** Seed of pages, links and faults; 1. */
    public Builder seed(long value) {
      spec.seed = value;
      return this;
    }

    /** Number of generated hosts; 0. */
    public Builder hosts(int value) {
      spec.hosts = atLeast("hosts", value, 0);
      return this;
    }

    /** Pages on each generated host; 10. */
    public Builder pagesPerHost(int value) {
      spec.pagesPerHost = atLeast("pagesPerHost", value, 1);
      return this;
    }

    /** Size of a generated page; 2,000. */
    public Builder pageBytes(int value) {
      spec.pageBytes = atLeast("pageBytes", value, 0);
      return this;
    }

    /** Links of a page to its own host, at least 1 so that every page can be reached; 8. */
    public Builder linksWithin(int value) {
      spec.linksWithin = atLeast("linksWithin", value, 1);
      return this;
    }

    /** Links of a page to other hosts; 2. */
    public Builder linksAcross(int value) {
      spec.linksAcross = atLeast("linksAcross", value, 0);
      return this;
    }

    /** Loopback addresses; 1. More than 127.0.0.1 works if all of 127/8 is loopback (Linux). */
    public Builder addresses(int value) {
      spec.addresses = atLeast("addresses", value, 1);
      return this;
    }

    /** Port; 0, a free one. */
    public Builder port(int value) {
      spec.port = atLeast("port", value, 0);
      return this;
    }

    /** Number of requests kept; a million. 0 under load. */
    public Builder recorded(int value) {
      spec.recorded = atLeast("recorded", value, 0);
      return this;
    }

    /** True if the headers of requests are kept too; true. */
    public Builder headersRecorded(boolean value) {
      spec.headersRecorded = value;
      return this;
    }

    /**
     * Whether all hosts speak TLS 1.3 instead of plain HTTP, each with a certificate of its own;
     * false.
     */
    public Builder tls(boolean value) {
      spec.tls = value;
      return this;
    }

    /**
     * The share (0 to 1) of generated hosts that close the connection after each response, as do
     * servers whose patience is shorter than a crawler's delay; 0.
     */
    public Builder closing(double share) {
      spec.closing = share;
      return this;
    }

    /** Sizes, markup and codings of pages like the web's, instead of {@link #pageBytes}. */
    public Builder sizes(WebSizes value) {
      spec.webSizes = value;
      return this;
    }

    /** Milliseconds to the first byte of each response of a generated host; 0. */
    public Builder latency(int least, int most) {
      spec.latency = new Latency(least, most, Map.of());
      return this;
    }

    /**
     * Milliseconds to the first byte of each response of one generated host, overriding the others.
     */
    public Builder latencyOf(int host, int millis) {
      ofOneHost.put(atLeast("host", host, 0), atLeast("latency", millis, 0));
      return this;
    }

    /** Replaces a share (0 to 1) of the generated pages by this response. */
    public Builder fault(double share, Response response) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("illegal share: " + share + ", must be from 0 to 1");
      }
      spec.faults.add(new Fault(share, response));
      return this;
    }

    /** The spec. */
    public FakeWebSpec build() {
      spec.latency = new Latency(spec.latency.least(), spec.latency.most(), ofOneHost);
      return spec;
    }

    private static int atLeast(String name, int value, int least) {
      if (value < least) {
        throw new IllegalArgumentException(
            "illegal " + name + ": " + value + ", must be at least " + least);
      }
      return value;
    }
  }
}
