package org.orbweaver.index.search;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.build.IndexMeta;

/**
 * Brings the shards of a build to where Lucene can map them into memory: where they are on a local
 * file system, else copied once to {@code CACHE/<crawl>/<build>/shard-NNNNN}.
 *
 * <p>What is made of a build for searching on this machine (suggestions) is kept beside them.
 *
 * <p>A folder is made under a name of its own and renamed when whole, so that two searches at once
 * do not see each other's halves. Those of earlier builds of the same crawl are removed; a search
 * that still runs on one keeps its mapped files.
 */
final class LocalShards {
  private LocalShards() {}

  /** The local folder of each shard, in order. */
  static List<Path> of(
      Configuration conf, FileSystem fs, org.apache.hadoop.fs.Path build, IndexMeta meta)
      throws IOException {
    boolean local = fs.getScheme().equals("file");
    Map<String, List<String>> byBuild = new TreeMap<>();
    for (String name : meta.shards().keySet()) {
      byBuild
          .computeIfAbsent(name(Path.of(meta.nameOf(name)).getParent()), b -> new ArrayList<>())
          .add(name(Path.of(name)));
    }
    Map<String, Path> folders = new HashMap<>();
    for (Map.Entry<String, List<String>> own : byBuild.entrySet()) {
      var folder = new org.apache.hadoop.fs.Path(build.getParent(), own.getKey());
      folders.put(
          own.getKey(),
          local
              ? Path.of(folder.toUri().getPath())
              : cached(
                  conf,
                  fs,
                  folder,
                  "",
                  byBuild.keySet(),
                  part -> {
                    for (String shard : own.getValue()) {
                      FileUtil.copy(
                          fs,
                          new org.apache.hadoop.fs.Path(folder, shard),
                          part.resolve(shard).toFile(),
                          false,
                          conf);
                    }
                  }));
    }
    return meta.shards().keySet().stream()
        .map(name -> Path.of(meta.nameOf(name)))
        .map(path -> folders.get(name(path.getParent())).resolve(path.getFileName()))
        .toList();
  }

  /** Makes the files of a folder. */
  interface Maker {
    void make(Path folder) throws IOException;
  }

  /**
   * A local folder of files that belong to a build, made where it is not there yet.
   *
   * @param suffix tells it from other files of the build; begins with a dot, or is empty for the
   *     shards
   * @param others builds whose files are needed, too; those of other earlier builds are removed
   */
  static Path cached(
      Configuration conf,
      FileSystem fs,
      org.apache.hadoop.fs.Path build,
      String suffix,
      Set<String> others,
      Maker maker)
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
        maker.make(part);
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
    try {
      Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      // Another search was faster; its copy is as good.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static void removeOthers(Path cache, Path folder, String suffix, Set<String> kept)
      throws IOException {
    List<Path> others;
    try (Stream<Path> children = Files.list(cache)) {
      others =
          children
              .filter(path -> name(path).compareTo(name(folder)) < 0)
              .filter(path -> !kept.contains(name(path)))
              .filter(
                  path -> path.getFileName().toString().matches("\\d{14}" + Pattern.quote(suffix)))
              .toList();
    }
    for (Path other : others) {
      FileUtil.fullyDelete(other.toFile());
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
