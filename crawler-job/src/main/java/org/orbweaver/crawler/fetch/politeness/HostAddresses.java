package org.orbweaver.crawler.fetch.politeness;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.SourceUrl;

/**
 * Groups URLs for politeness, if configured by the address of their host. Generate looks the
 * addresses up, divides its lists by them and notes them in the list. Fetch connects to the noted
 * addresses, so that only one task contacts an address, however the name service changes its
 * answers.
 *
 * <p>Of several addresses of a host the least counts, IPv4 before IPv6: the order in which a name
 * service gives them changes from one answer to the next.
 */
public final class HostAddresses {
  /** The metadata key under which Nutch, too, notes the address of a page. */
  public static final Text KEY = new Text("_ip_");

  private static final Comparator<InetAddress> ORDER =
      Comparator.<InetAddress>comparingInt(a -> a.getAddress().length)
          .thenComparing(InetAddress::getAddress, Arrays::compareUnsigned);

  private final HostMode mode;
  private final NameResolver names;

  /** Groups by the given mode, with addresses from a name service. */
  public HostAddresses(HostMode mode, NameResolver names) {
    this.mode = mode;
    this.names = names;
  }

  /** The group of a URL, by the address noted in its datum. */
  public static String groupOf(HostMode mode, String url, CrawlDatum datum) {
    String address = mode == HostMode.IP ? noted(datum) : null;
    return address == null ? mode.groupOf(url) : address;
  }

  /** The noted address, or null. */
  public static String noted(CrawlDatum datum) {
    Writable address = datum.getMetaData().get(KEY);
    return address == null ? null : address.toString();
  }

  /** Notes the address of a URL's host, or that it has none now. */
  public void note(String url, CrawlDatum datum) {
    String address = address(url);
    if (address == null) {
      datum.getMetaData().remove(KEY);
    } else {
      datum.getMetaData().put(new Text(KEY), new Text(address));
    }
  }

  /** The group of a URL that is in no list, such as a robots.txt on another host. */
  public String groupOf(String url) {
    String address = mode == HostMode.IP ? address(url) : null;
    return address == null ? mode.groupOf(url) : address;
  }

  /** The least address; null if there is none, and for what is not of the web. */
  private String address(String url) {
    try {
      return SourceUrl.is(url)
          ? null
          : Arrays.stream(names.resolve(Hosts.host(url)))
              .min(ORDER)
              .map(InetAddress::getHostAddress)
              .orElse(null);
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
