package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.FetchKeys;
import org.orbweaver.crawler.http.CachedDns;
import org.orbweaver.crawler.http.HostsFile;
import org.orbweaver.crawler.http.NameResolver;

/** The name service of a job: the system's, or a hosts file that goes along in the settings. */
public final class FetchNames {
  private static final String HOSTS_TEXT = "orbweaver.internal.fetch.hosts";

  private FetchNames() {}

  /**
   * Reads the hosts file, if there is one, into the configuration.
   *
   * @return its content, or null
   * @throws OrbException naming the file, and its line, where it cannot be read
   */
  public static HostsFile embed(Configuration conf) throws IOException {
    String file = FetchKeys.DNS_HOSTS_FILE.get(conf);
    if (file.isEmpty()) {
      return null;
    }
    String text = read(conf, file);
    try {
      HostsFile hosts = HostsFile.parse(text);
      conf.set(HOSTS_TEXT, text);
      return hosts;
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("cannot read the hosts file " + file + ": " + e.getMessage());
    }
  }

  /** The name service that a task uses. */
  public static NameResolver of(Configuration conf) {
    String hosts = conf.getRaw(HOSTS_TEXT);
    return hosts == null ? new CachedDns() : HostsFile.parse(hosts);
  }

  private static String read(Configuration conf, String file) throws IOException {
    Path path = new Path(file);
    // A file of the machine, like /etc/hosts, unless a scheme says otherwise.
    FileSystem fs =
        path.toUri().getScheme() == null ? FileSystem.getLocal(conf) : path.getFileSystem(conf);
    try {
      return new String(Files.read(fs, path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw OrbException.failed(
          "cannot read the hosts file "
              + file
              + " ("
              + FetchKeys.DNS_HOSTS_FILE.name()
              + "): "
              + e.getMessage(),
          e);
    }
  }
}
