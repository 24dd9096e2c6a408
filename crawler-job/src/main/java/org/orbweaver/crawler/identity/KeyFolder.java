package org.orbweaver.crawler.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.LocalFile;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.signature.SigningKey;

/**
 * A local folder of keys that sign requests: a file {@code THUMBPRINT.json} for each, a JSON Web
 * Key that only its owner can read. Other files and those whose name begins with a dot are ignored.
 */
public final class KeyFolder {
  private static final String SUFFIX = ".json";
  private static final int MOST_BYTES = 1 << 16;

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  private final Path folder;
  private final Optional<Path> crawl;

  /**
   * @param folder which need not exist
   */
  public KeyFolder(Path folder) {
    this(folder, Optional.empty());
  }

  /**
   * @param folder which need not exist
   * @param crawl a crawl directory in which it may not be; it need not exist
   */
  KeyFolder(Path folder, Optional<Path> crawl) {
    this.folder = folder.toAbsolutePath().normalize();
    this.crawl = crawl;
  }

  /** Its absolute path. */
  public Path path() {
    return folder;
  }

  /** Whether it is there. */
  boolean exists() {
    return Files.isDirectory(folder);
  }

  /**
   * All keys, the oldest first.
   *
   * @throws OrbException if the folder or a file of it is missing, malformed, within a crawl
   *     directory, or open to others
   */
  public List<SigningKey> keys() {
    return List.copyOf(files().values()).stream()
        .sorted(Comparator.comparing(key -> key.shown().from()))
        .toList();
  }

  private Map<Path, SigningKey> files() {
    Map<Path, SigningKey> keys = new TreeMap<>();
    try {
      refuseCrawl();
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String name = file.getFileName().toString();
          if (name.endsWith(SUFFIX) && !name.startsWith(".")) {
            keys.put(file, read(file));
          }
        }
      }
      refuseCopies(keys);
      return keys;
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw OrbException.failed("no folder of keys " + folder + " ('orb key new' makes one)", e);
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /** One would keep its end when the other is retired. */
  private static void refuseCopies(Map<Path, SigningKey> keys) {
    Map<String, Path> known = new HashMap<>();
    keys.forEach(
        (file, key) -> {
          Path other = known.put(key.shown().thumbprint(), file);
          if (other != null) {
            throw OrbException.failed(
                "the files " + other + " and " + file + " have the same key: remove one of them");
          }
        });
  }

  private SigningKey read(Path file) throws IOException {
    if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
      throw OrbException.failed(
          "the key " + file + " is open to other users: chmod 600 it, or better make a new key");
    }
    String fault;
    try {
      if (Files.size(file) <= MOST_BYTES) {
        return SigningKey.of(Json.parse(new String(Files.readAllBytes(file), UTF_8)));
      }
      fault = "it is too long";
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      fault = "it is not JSON"; // The exception may quote the key.
    } catch (java.nio.file.FileSystemException e) {
      throw e;
    } catch (IOException e) {
      fault = e.getMessage();
    }
    throw OrbException.failed(
        "the key " + file + " is malformed: " + fault + "; restore it, or move it away");
  }

  /** A crawl directory is copied, exported and shown to others. */
  private void refuseCrawl() throws IOException {
    Path known = crawl.isPresent() ? real(crawl.get()) : null;
    for (Path at = real(folder); at != null; at = at.getParent()) {
      if (at.equals(known) || Files.isDirectory(at.resolve("crawldb"))) {
        throw OrbException.failed(
            "the folder of keys " + folder + " is in the crawl directory " + at + "; move it out");
      }
    }
  }

  /** The path without symbolic links, as far as it exists. */
  private static Path real(Path path) throws IOException {
    Path there = path.toAbsolutePath().normalize();
    Path all = there;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    return there.toRealPath().resolve(there.relativize(all));
  }

  /**
   * Adds a new key; makes the folder if it is missing.
   *
   * @return the key
   */
  public SigningKey add(Instant from, Instant until) {
    SigningKey key = SigningKey.generate(from, until);
    while (key.shown().thumbprint().startsWith("-")) {
      key = SigningKey.generate(from, until); // That one would look like an option.
    }
    try {
      refuseCrawl();
      Files.createDirectories(folder, mode("rwx------"));
      write(folder.resolve(key.shown().thumbprint() + SUFFIX), key);
    } catch (IOException e) {
      throw failed("write to", e);
    }
    return key;
  }

  /**
   * Gives a key another end.
   *
   * @throws OrbException (usage) if there is no such key
   */
  public void retire(String thumbprint, Instant end) {
    Map.Entry<Path, SigningKey> file =
        files().entrySet().stream()
            .filter(entry -> entry.getValue().shown().thumbprint().equals(thumbprint))
            .findAny()
            .orElseThrow(
                () ->
                    OrbException.usage(
                        "no key '" + thumbprint + "' in " + folder + "; see 'orb key list'"));
    Instant until = file.getValue().shown().until();
    if (!end.isBefore(until)) {
      throw OrbException.usage("the key " + thumbprint + " already ends at " + until);
    }
    try {
      write(file.getKey(), file.getValue().until(end));
    } catch (IOException e) {
      throw failed("write to", e);
    }
  }

  /** A crash leaves the old file or the new one; at no time can others read it. */
  private void write(Path file, SigningKey key) throws IOException {
    Path part = folder.resolve("." + file.getFileName() + ".part");
    LocalFile.replace(file, part, Json.pretty(key.secret()).getBytes(UTF_8), mode("rw-------"));
  }

  private OrbException failed(String verb, IOException e) {
    return OrbException.failed(
        "cannot " + verb + " the folder of keys " + folder + ": " + Failure.reason(e), e);
  }

  private static FileAttribute<?> mode(String symbols) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(symbols));
  }
}
