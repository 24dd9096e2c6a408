package org.orbweaver.orb.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.LocalFile;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.address.AddressBlock;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.RobotsAgents;
import org.orbweaver.crawler.identity.IdentityKeys;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.signature.SigningKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code identity}: what the crawler's origin serves about the crawler. */
@Command(
    name = "identity",
    description = {
      "Write what a web server needs to say who the crawler is.",
      "In FOLDER/site: the directory of its keys, an agent card, a list of its addresses, and a"
          + " page for site owners. Beside it: samples of configurations for nginx and Caddy, which"
          + " have the signature of the directory.",
      "Needs http.agent.name, http.agent.url, orbweaver.signature.keys and"
          + " orbweaver.signature.agent. No private key is written. Run it again each day, and"
          + " after each change of keys or settings: it replaces its own files, each at once."
    },
    footer = {
      "  orb identity --out /srv/crawler --addresses 198.51.100.0/28,2001:db8:7::/64",
      "  orb identity crawl.yaml --out /srv/crawler       with the settings of a crawl",
      "  orb identity --out /srv/crawler --days 60        sign for longer than 30 days",
      "  orb doctor                                       checks what the server then serves"
    })
public final class IdentityCommand extends BaseCommand {
  private static final String PART = ".part";

  /** Read by {@link #crawl}, which applies its settings; nothing else of the crawl is used. */
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A crawl directory or crawl file, whose settings hold.")
  @SuppressWarnings("unused")
  private String settingsOf;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FOLDER",
      description = "The local folder to write; a new one, or one that this command wrote.")
  private String out;

  @Option(
      names = "--addresses",
      split = ",",
      paramLabel = "CIDR",
      description =
          "The blocks of addresses from which the crawler makes its requests. Default: no list.")
  private List<String> addresses = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "Days for which the directory is signed. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 365)
  private int days = 30;

  @Option(
      names = "--root",
      paramLabel = "PATH",
      description = "Where FOLDER/site is on the web server, if it is copied there.")
  private String root;

  @Override
  protected int run() throws IOException {
    List<String> blocks = addresses.stream().map(IdentityCommand::block).toList();
    if (CrawlerKeys.AGENT_NAME.get(conf()).isBlank()) {
      throw missing(CrawlerKeys.AGENT_NAME.name(), "your crawler's name");
    }
    RobotsAgents.productToken(conf());
    URI origin =
        Signatures.agent(conf())
            .orElseThrow(
                () -> missing(IdentityKeys.AGENT.name(), "the https origin that serves the files"));
    checkPage(origin);
    Path folder = Path.of(out).toAbsolutePath().normalize();
    String site = root == null ? folder.resolve(OriginFiles.SITE).toString() : root;
    if (!site.matches("[\\p{L}\\p{N} ._/~-]+")) {
      throw OrbException.usage(
          "expected a path of letters, digits, blanks and ._/~- for configurations of servers, got '"
              + site
              + "'");
    }
    Instant now = WallClock.clock().instant();
    Map<String, String> files =
        new OriginFiles(conf(), origin, keys(now), blocks, now).all(site, Duration.ofDays(days));
    write(folder, files);
    files.keySet().forEach(file -> console().line("written: " + folder.resolve(file)));
    if (blocks.isEmpty()) {
      console().info("no list of addresses, and no ips_uri in the card: --addresses adds them");
    }
    console()
        .info(
            "next: include "
                + OriginFiles.NGINX
                + " or "
                + OriginFiles.CADDY
                + " in the configuration of "
                + origin.getAuthority()
                + ", reload it, and run orb doctor");
    return ExitCode.OK.code();
  }

  private static OrbException missing(String setting, String expected) {
    return OrbException.usage(
        "setting " + setting + ": expected " + expected + ", got nothing; set it");
  }

  private List<SigningKey> keys(Instant now) {
    if (Signatures.folder(conf()).isEmpty()) {
      throw missing(IdentityKeys.KEYS.name(), "the folder of keys");
    }
    List<SigningKey> keys = Signatures.keys(conf(), now);
    if (keys.isEmpty()) {
      throw OrbException.failed(
          "no key in "
              + Signatures.folder(conf()).get().path()
              + " is valid now or later: make one with orb key new");
    }
    return keys;
  }

  private void checkPage(URI origin) {
    String page = CrawlerKeys.AGENT_URL.get(conf()).strip();
    String path =
        page.startsWith(origin.toString()) ? page.substring(origin.toString().length()) : "?";
    if (!path.matches("(/[\\w.~/-]*)?") || OriginFiles.TAKEN.contains(path)) {
      throw OrbException.usage(
          "setting "
              + CrawlerKeys.AGENT_URL.name()
              + ": expected a page of "
              + origin
              + " ("
              + IdentityKeys.AGENT.name()
              + "), such as "
              + origin
              + "/bot, with a path of letters, digits and ._~/-, got '"
              + Console.safe(page)
              + "'");
    }
  }

  /** A block in CIDR notation. */
  private static String block(String text) {
    String block = text.strip();
    try {
      AddressBlock parsed = AddressBlock.parse(block);
      if (parsed.hasHostBits()) {
        throw new IllegalArgumentException(
            "'"
                + block
                + "': its last "
                + (8 * parsed.network().length - parsed.bits())
                + " bits are not 0");
      }
      return block.contains("/") ? block : block + '/' + parsed.bits();
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("--addresses: " + Console.safe(e.getMessage()));
    }
  }

  /** Replaces each file at once, and removes those of an earlier run that there no longer are. */
  private static void write(Path folder, Map<String, String> files) {
    try {
      refuseOthers(folder);
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Path part = path.resolveSibling(path.getFileName() + PART);
        LocalFile.replace(path, part, file.getValue().getBytes(UTF_8));
      }
      for (String file : OriginFiles.ALL) {
        if (!files.containsKey(file)) {
          Files.deleteIfExists(folder.resolve(file));
        }
      }
    } catch (IOException e) {
      throw OrbException.failed("cannot write to " + folder + ": " + Failure.reason(e), e);
    }
  }

  private static void refuseOthers(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Set<Path> ours = new HashSet<>();
    for (String file : OriginFiles.ALL) {
      ours.add(folder.resolve(file));
      ours.add(folder.resolve(file + PART));
    }
    List<Path> others = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(path -> !Files.isDirectory(path) && !ours.contains(path)).forEach(others::add);
    }
    if (!others.isEmpty()) {
      throw OrbException.failed(
          folder
              + " has other things ("
              + others.get(0)
              + "): choose a new folder, or one that orb identity wrote");
    }
  }
}
