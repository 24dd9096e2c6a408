package org.orbweaver.bench.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.orbweaver.common.store.HdfsClient;

/** The daemons of {@code scripts/cluster}, and the containers that they run. */
final class Cluster {
  static final int NODES = 2;

  private static final String SMALL_DISK = "orbweaver-chaos";

  /** Enough for the job jars of a phase. */
  private static final String DISK_SIZE = "size=700m";

  private final Path source;
  private final Path dir;

  /**
   * Starts what is not running.
   *
   * @param source folder with the checkout
   * @param dir of the cluster
   */
  Cluster(Path source, Path dir) throws IOException, InterruptedException {
    this.source = source;
    this.dir = dir;
    command("start", "--nodes", "" + NODES);
    for (int i = 1; i <= NODES; i++) {
      if (!isSmallDisk(disk(i))) {
        command("stop", node(i));
        // Without the right to mount, the fault is not tried.
        run(List.of("mount", "-t", "tmpfs", "-o", DISK_SIZE, SMALL_DISK, "" + disk(i)));
        command("start", node(i));
      }
    }
  }

  /** The name of a NodeManager, from 1. */
  static String node(int number) {
    return "nodemanager-" + number;
  }

  private Path disk(int node) {
    return dir.resolve("data").resolve(node(node));
  }

  private static boolean isSmallDisk(Path disk) throws IOException {
    return Files.getFileStore(disk).name().equals(SMALL_DISK);
  }

  /** Runs scripts/cluster. */
  void command(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(source.resolve("scripts/cluster").toString()));
    all.addAll(Arrays.asList(words));
    all.addAll(List.of("--dir", dir.toString()));
    if (run(all) != 0) {
      throw new IOException(String.join(" ", all) + " failed: see " + log());
    }
  }

  private int run(List<String> words) throws IOException, InterruptedException {
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start()
        .waitFor();
  }

  private Path log() {
    return dir.resolveSibling("cluster.log");
  }

  /** The folder with the configuration of clients. */
  Path conf() {
    return dir.resolve("conf");
  }

  /** HDFS, by a client of its own. */
  DistributedFileSystem fs() throws IOException {
    Configuration conf = new Configuration();
    for (String site : List.of("core-site.xml", "hdfs-site.xml")) {
      conf.addResource(new org.apache.hadoop.fs.Path(conf().resolve(site).toUri()));
    }
    HdfsClient.prepare(conf);
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  void setSafeMode(boolean on) throws IOException {
    try (DistributedFileSystem fs = fs()) {
      fs.setSafeMode(on ? SafeModeAction.ENTER : SafeModeAction.LEAVE);
    }
  }

  /** Fills the local disks of the nodes; false if they are not small disks of their own. */
  boolean fillDisks() throws IOException {
    for (int i = 1; i <= NODES; i++) {
      if (!isSmallDisk(disk(i))) {
        return false;
      }
    }
    for (int i = 1; i <= NODES; i++) {
      fill(disk(i).resolve("fill"));
    }
    return true;
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space")) {
        throw e;
      }
    }
  }

  void freeDisks() throws IOException {
    for (int i = 1; i <= NODES; i++) {
      Files.deleteIfExists(disk(i).resolve("fill"));
    }
  }

  /** A Java process of a container of this cluster whose command line has all these words. */
  Optional<ProcessHandle> container(String... words) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .filter(
            process -> {
              String line = commandLine(process);
              return line.contains(dir + "/logs/") && Arrays.stream(words).allMatch(line::contains);
            })
        .findFirst();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException | UncheckedIOException gone) {
      return "";
    }
  }

  /** Waits for a container while a condition holds. */
  Optional<ProcessHandle> await(BooleanSupplier condition, String... words)
      throws InterruptedException {
    while (condition.getAsBoolean()) {
      Optional<ProcessHandle> found = container(words);
      if (found.isPresent()) {
        return found;
      }
      Thread.sleep(50);
    }
    return Optional.empty();
  }

  /** Stops the daemons, and unmounts the small disks. */
  void close() throws IOException, InterruptedException {
    command("stop");
    for (int i = 1; i <= NODES; i++) {
      if (isSmallDisk(disk(i))) {
        run(List.of("umount", "" + disk(i)));
      }
    }
  }
}
