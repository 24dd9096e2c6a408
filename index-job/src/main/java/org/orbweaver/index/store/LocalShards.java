package org.orbweaver.index.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;

/**
 * Makes the shards of a build available for memory mapping: in place on a local file system, else
 * copied once to {@code CACHE/<crawl>/<build>.shard-NNNNN/shard-NNNNN}.
 *
 * <p>Structures built for searches on this machine (suggestions) are kept beside them.
 *
 * <p>A folder is written under a temporary name and renamed when complete, so that concurrent
 * searches never see partial folders. Folders of earlier builds of the same crawl are removed; a
 * search that still runs on one keeps its mapped files.
 */
public final class LocalShards {
  /** Left behind by a killed process, if a day old. */
  private static final Pattern PART = Pattern.compile("\\.\\d{14}\\.[-0-9a-f]{36}");

  private LocalShards() {}

  /** The local folder of a shard. */
  public static Path of(
      Configuration conf,
      FileSystem fs,
      org.apache.hadoop.fs.Path build,
      IndexMeta meta,
      String shard)
      throws IOException {
    Path named = Path.of(meta.nameOf(shard));
    var own = new org.apache.hadoop.fs.Path(build.getParent(), name(named.getParent()));
    if (fs.getScheme().equals("file")) {
      requirePublished(fs, new org.apache.hadoop.fs.Path(own, name(named.getFileName())));
      return Path.of(own.toUri().getPath()).resolve(named.getFileName());
    }
    Set<String> needed =
        meta.shards().keySet().stream()
            .map(other -> meta.nameOf(other).replace('/', '.'))
            .collect(Collectors.toSet());
    return cached(
            conf,
            fs,
            own,
            "." + name(named),
            needed,
            part ->
                FileUtil.copy(
                    fs,
                    new org.apache.hadoop.fs.Path(own, name(named)),
                    part.resolve(named.getFileName()).toFile(),
                    false,
                    conf))
        .resolve(named.getFileName());
  }

  /**
   * Lets the file system compare a copy's files with their list; Lucene opens them without it.
   *
   * @throws CorruptIndexException naming a file that differs
   */
  private static void requirePublished(FileSystem fs, org.apache.hadoop.fs.Path shard)
      throws IOException {
    for (FileStatus file : org.orbweaver.common.store.Files.list(fs, shard)) {
      if (file.isFile()) {
        try {
          fs.open(file.getPath()).close();
        } catch (FileNotFoundException e) {
          throw e;
        } catch (IOException e) {
          throw new CorruptIndexException(e.getMessage(), file.getPath().getName(), e);
        }
      }
    }
  }

  /**
   * A local folder of files that belong to a build, created if missing.
   *
   * @param suffix distinguishes it from other files of the build; begins with a dot
   * @param others builds whose files are needed, too; those of other earlier builds are removed
   */
  public static Path cached(
      Configuration conf,
      FileSystem fs,
      org.apache.hadoop.fs.Path build,
      String suffix,
      Set<String> others,
      IOConsumer<Path> maker)
      throws IOException {
    String where = fs.makeQualified(build.getParent()).toString();
    Path cache =
        cacheRoot(conf)
            .resolve(UUID.nameUUIDFromBytes(where.getBytes(StandardCharsets.UTF_8)).toString());
    Path folder = cache.resolve(build.getName() + suffix);
    if (!Files.isDirectory(folder)) {
      Path part = cache.resolve("." + build.getName() + "." + UUID.randomUUID());
      try {
        Files.createDirectories(part);
      } catch (IOException e) {
        throw OrbException.failed(
            "cannot write to "
                + cache
                + " ("
                + e
                + "): set "
                + IndexKeys.CACHE_DIR.name()
                + " to a writable folder",
            e);
      }
      try {
        maker.accept(part);
        publish(part, folder);
      } finally {
        FileUtil.fullyDelete(part.toFile());
      }
      removeOthers(cache, folder, suffix, others);
    }
    return folder;
  }

  private static Path cacheRoot(Configuration conf) {
    String set = IndexKeys.CACHE_DIR.get(conf);
    if (!set.isBlank()) {
      return Path.of(set);
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    Path home =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return home.resolve("orbweaver/index");
  }

  private static void publish(Path part, Path folder) throws IOException {
    // A loss of power must not leave the name of files without their bytes.
    try (Stream<Path> files = Files.walk(part)) {
      for (Path file : files.toList()) {
        IOUtils.fsync(file, Files.isDirectory(file));
      }
    }
    try {
      Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Another search was faster; its copy is equally good.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static void removeOthers(Path cache, Path folder, String suffix, Set<String> kept)
      throws IOException {
    String kind = suffix.replace(".", "\\.").replaceAll("\\d+", "\\\\d+");
    long dayAgo = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
    List<Path> others;
    try (Stream<Path> children = Files.list(cache)) {
      others =
          children
              .filter(
                  path ->
                      PART.matcher(name(path)).matches()
                          ? path.toFile().lastModified() < dayAgo
                          : name(path).matches("\\d{14}" + kind)
                              && build(path).compareTo(build(folder)) < 0
                              && !kept.contains(name(path)))
              .toList();
    }
    for (Path other : others) {
      FileUtil.fullyDelete(other.toFile());
    }
  }

  private static String build(Path path) {
    return name(path).split("\\.", 2)[0];
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
