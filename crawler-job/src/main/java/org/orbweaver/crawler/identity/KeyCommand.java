package org.orbweaver.crawler.identity;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.crawlfile.Unit;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SigningKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code key}: the keys that sign requests. */
@Command(
    name = "key",
    description = {
      "Make, list and retire the keys that sign requests.",
      "With a key, https requests are signed by Web Bot Auth, so that sites can tell who sent them."
          + " Keys are files in the local folder orbweaver.signature.keys, which must not be in a"
          + " crawl directory; see docs/identity.md."
    },
    footer = {
      "  orb key new crawl.yaml             the first key of a folder signs at once",
      "  orb key list crawl.yaml",
      "  orb key new --keys /srv/keys       a further one signs in 24 hours"
    },
    subcommands = {KeyCommand.New.class, KeyCommand.Listing.class, KeyCommand.Retire.class})
public final class KeyCommand extends BaseCommand {
  /** Caches of directories of keys are to have seen a key before it signs. */
  private static final Duration NOTICE = Duration.ofHours(24);

  @Override
  protected int run() {
    throw OrbException.usage("expected new, list or retire, got nothing");
  }

  /** What the subcommands share. */
  abstract static class OnFolder extends BaseCommand {
    @Option(
        names = "--keys",
        paramLabel = "FOLDER",
        description = "The folder of keys. Default: orbweaver.signature.keys.")
    private String folder;

    @Override
    protected void useOptions() {
      if (folder != null) {
        IdentityKeys.KEYS.set(conf(), folder, "--keys");
      }
    }

    final KeyFolder folder() {
      return Signatures.folder(conf())
          .orElseThrow(
              () ->
                  OrbException.usage(
                      "expected a folder of keys, got nothing: set "
                          + IdentityKeys.KEYS.name()
                          + ", or give --keys FOLDER"));
    }

    /** A time from now, as {@code 24h}. */
    static Instant in(String time, Instant now) {
      try {
        String seconds = Unit.SECONDS.read(time);
        if (!seconds.equals(time) && seconds.matches("\\d{1,9}")) {
          return now.plusSeconds(Long.parseLong(seconds));
        }
      } catch (IllegalArgumentException e) {
        throw OrbException.usage("--in: " + e.getMessage());
      }
      throw OrbException.usage("--in: expected a time such as 24h or 30min, got '" + time + "'");
    }

    static Instant now() {
      return Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
    }
  }

  /** {@code key new}. */
  @Command(
      name = "new",
      description = {
        "Make a new key.",
        "It signs from 24 hours from now, so that caches of the directory of keys have seen it by"
            + " then, or from shortly before the end of the present key if that comes first; at"
            + " once if no key is valid. Publish its public part at once."
      },
      footer = {
        "  orb key new crawl.yaml",
        "  orb key new --keys /srv/keys --in 48h --days 90",
        "  orb key new --keys /srv/keys --in 0s   sign with it at once"
      })
  static final class New extends OnFolder {
    @Parameters(
        arity = "0..1",
        paramLabel = "DIR",
        description = "A crawl or crawl file, whose folder of keys is used.")
    @SuppressWarnings("unused") // its settings are applied before the command runs
    private String crawl;

    @Option(
        names = "--in",
        paramLabel = "TIME",
        description = "When it begins to sign, from now: 24h, 30min, 2d.")
    private String in;

    @Option(
        names = "--days",
        paramLabel = "N",
        defaultValue = "365",
        description = "Days for which it is valid. Default: ${DEFAULT-VALUE}.")
    @Range(from = 1, to = 3650)
    private int days;

    @Override
    protected int run() {
      KeyFolder folder = folder();
      Instant now = now();
      Duration lifetime = Duration.ofSeconds(IdentityKeys.LIFETIME.get(conf()));
      Instant from = in == null ? begin(folder, now, lifetime) : in(in, now);
      PublicKey key = folder.add(from, from.plus(Duration.ofDays(days))).shown();
      console().line(key.thumbprint());
      console().info("signs from " + key.from() + " until " + key.until());
      console()
          .info(
              "next: publish its public part at once ('orb identity'): servers may keep the old"
                  + " directory for hours");
      return ExitCode.OK.code();
    }

    /** The last signatures of the present key are to last as long as all others. */
    private static Instant begin(KeyFolder folder, Instant now, Duration lifetime) {
      if (!folder.exists()) {
        return now;
      }
      Instant end =
          folder.keys().stream()
              .map(SigningKey::shown)
              .filter(key -> key.isValid(now))
              .map(key -> key.until().minus(lifetime))
              .max(Comparator.naturalOrder())
              .orElse(now);
      Instant notBefore = end.isBefore(now) ? now : end;
      return notBefore.isBefore(now.plus(NOTICE)) ? notBefore : now.plus(NOTICE);
    }
  }

  /** {@code key list}. */
  @Command(
      name = "list",
      description = {
        "List the keys, the oldest first, and say which one signs now.",
        "With --json, the public part of each as a JSON Web Key."
      },
      footer = {"  orb key list crawl.yaml", "  orb key list --keys /srv/keys --json"})
  static final class Listing extends OnFolder {
    @Parameters(
        arity = "0..1",
        paramLabel = "DIR",
        description = "A crawl or crawl file, whose folder of keys is used.")
    @SuppressWarnings("unused") // its settings are applied before the command runs
    private String crawl;

    @Option(names = "--json", description = "Print JSON, one object a line.")
    private boolean json;

    @Override
    protected int run() {
      Instant now = now();
      List<SigningKey> keys = folder().keys();
      Optional<SigningKey> active = RequestSigner.active(keys, now);
      RecordPrinter printer = new RecordPrinter(console(), json);
      String format = "%1$-43s  %2$-20s  %3$-20s  %4$s";
      printer.text(format, "key", "from", "until", "state");
      for (SigningKey signing : keys) {
        PublicKey key = signing.shown();
        String state =
            active.equals(Optional.of(signing))
                ? "signs now"
                : key.isValid(now) ? "valid" : key.hasEnded(now) ? "ended" : "begins later";
        Map<String, Object> fields = new LinkedHashMap<>(key.jwk());
        fields.put("state", state);
        printer.row(
            fields,
            () -> printer.text(format, key.thumbprint(), key.from(), shown(key.until()), state));
      }
      return ExitCode.OK.code();
    }

    private static Object shown(Instant until) {
      return until.equals(PublicKey.FOREVER) ? "-" : until;
    }
  }

  /** {@code key retire}. */
  @Command(
      name = "retire",
      description = {
        "Set the end of a key.",
        "It ends once the signatures made until now have ended, or later by --in. A round that is"
            + " running keeps the ends that keys had at its start: leave it time. Leave the key in"
            + " the published directory until its end; its file may be removed after that."
      },
      footer = {
        "  orb key retire poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U crawl.yaml",
        "  orb key retire poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U --keys /srv/keys --in 2d"
      })
  static final class Retire extends OnFolder {
    @Parameters(index = "0", paramLabel = "KEY", description = "The key, as 'orb key list' has it.")
    private String key;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "DIR",
        description = "A crawl or crawl file, whose folder of keys is used.")
    @SuppressWarnings("unused") // its settings are applied before the command runs
    private String crawl;

    @Option(
        names = "--in",
        paramLabel = "TIME",
        description = "When it ends, from now. Default: orbweaver.signature.lifetime.sec.")
    private String in;

    @Option(
        names = "--force",
        description =
            "Even if no other key is valid for as long as it was, so that requests are not signed.")
    private boolean force;

    @Override
    protected int run() {
      KeyFolder folder = folder();
      Instant now = now();
      Instant end = in == null ? now.plusSeconds(IdentityKeys.LIFETIME.get(conf())) : in(in, now);
      Optional<Instant> gap = gap(folder.keys(), end);
      if (gap.isPresent() && !force) {
        throw OrbException.failed(
            "no other key is valid at "
                + gap.get()
                + ": requests would not be signed from then on; 'orb key new' makes one, --force"
                + " retires this one anyway");
      }
      folder.retire(key, end);
      console().line("ends " + end);
      return ExitCode.OK.code();
    }

    /** The first time from which no other key replaces this one, if there is one. */
    private Optional<Instant> gap(List<SigningKey> oldestFirst, Instant end) {
      Optional<PublicKey> retired =
          oldestFirst.stream()
              .map(SigningKey::shown)
              .filter(one -> one.thumbprint().equals(key))
              .findAny();
      Instant covered = retired.map(PublicKey::from).filter(from -> from.isAfter(end)).orElse(end);
      for (SigningKey signing : oldestFirst) {
        PublicKey other = signing.shown();
        if (!other.thumbprint().equals(key)
            && !other.from().isAfter(covered)
            && other.until().isAfter(covered)) {
          covered = other.until();
        }
      }
      return Optional.of(covered)
          .filter(time -> retired.filter(one -> time.isBefore(one.until())).isPresent());
    }
  }
}
