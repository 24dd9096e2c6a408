package org.orbweaver.common.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files of a published folder with their lengths and checksums: its file {@value #FILE}, which
 * a step writes before its commit.
 *
 * <pre>
 * 9a71bb4c 1204 part-r-00000/data       CRC-32C, bytes, path below the folder; sorted by path
 * 0c5fbb13 190 part-r-00000/index
 * 5f0ca1d2 end                          CRC-32C of the lines before
 * </pre>
 *
 * <p>Hadoop's own sums do not survive every copy: {@code hadoop fs -get} and {@code cp *} leave the
 * hidden {@code .crc} files behind, and HDFS keeps its sums to itself. The list is copied with its
 * folder. {@code doctor} compares it; {@link DirectLocalFileSystem} does so for files whose {@code
 * .crc} is missing. On HDFS, lists are made from the sums of its data nodes, without reading the
 * files.
 */
public final class ChecksumList {
  /** The list's name; readers of stores, Nutch's too, ignore hidden files. */
  public static final String FILE = ".checksums";

  private static final String END = " end\n";
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{8}) (\\d{1,18}) (.+)");

  private final FileSystem fs;
  private final Path folder;
  private final Map<String, Entry> entries;

  private record Entry(int crc, long bytes) {}

  private ChecksumList(FileSystem fs, Path folder, Map<String, Entry> entries) {
    this.fs = fs;
    this.folder = folder;
    this.entries = entries;
  }

  /** Makes HDFS compute the CRC-32C of whole files, independent of their blocks. */
  public static void prepare(Configuration conf) {
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
  }

  /**
   * Writes the list of a folder. A folder that contains only folders, as a segment does, is no
   * store: each of these gets its own list, so that it can be replaced or removed without the
   * others.
   */
  static void write(FileSystem fs, Path folder) throws IOException {
    List<FileStatus> children =
        Files.list(fs, folder).stream().filter(child -> !isHidden(child.getPath())).toList();
    boolean store =
        children.stream()
            .anyMatch(child -> child.isFile() || child.getPath().getName().startsWith("part-"));
    if (!store) {
      for (FileStatus child : children) {
        write(fs, child.getPath());
      }
      return;
    }
    StringBuilder lines = new StringBuilder();
    try {
      Map<String, FileStatus> files = files(fs, folder);
      files.entrySet().parallelStream()
          .map(file -> line(fs, file.getKey(), file.getValue()))
          .forEachOrdered(lines::append);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    String end = String.format(Locale.ROOT, "%08x", crc(lines.toString())) + END;
    try (OutputStream out = fs.create(new Path(folder, FILE), true)) {
      out.write(lines.append(end).toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String line(FileSystem fs, String path, FileStatus file) {
    try {
      int crc = file.isEncrypted() ? read(fs, file) : stored(fs, file);
      return String.format(Locale.ROOT, "%08x %d %s\n", crc, file.getLen(), path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file system's own sum if it has one, else computed from the file. */
  private static int stored(FileSystem fs, FileStatus file) throws IOException {
    FileChecksum sum = fs.getFileChecksum(file.getPath());
    return sum != null && sum.getAlgorithmName().equals("COMPOSITE-CRC32C")
        ? ByteBuffer.wrap(sum.getBytes()).getInt()
        : read(fs, file);
  }

  private static int read(FileSystem fs, FileStatus file) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] chunk = new byte[1 << 16];
    try (CheckedInputStream in = new CheckedInputStream(fs.open(file.getPath()), crc)) {
      long bytes = 0;
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        bytes += n;
      }
      if (bytes != file.getLen()) {
        throw new IOException("ends after " + bytes + " of " + file.getLen() + " bytes");
      }
    }
    return (int) crc.getValue();
  }

  private static int crc(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  private static boolean isHidden(Path path) {
    return path.getName().startsWith(".");
  }

  /** The visible files below a folder, by their paths below it. */
  private static Map<String, FileStatus> files(FileSystem fs, Path folder) throws IOException {
    Map<String, FileStatus> files = new TreeMap<>();
    collect(fs, folder, "", files);
    return files;
  }

  /** Not by {@code listFiles}, which starts a process for each file of a local disk. */
  private static void collect(
      FileSystem fs, Path folder, String prefix, Map<String, FileStatus> files) throws IOException {
    for (FileStatus child : fs.listStatus(folder)) {
      String path = prefix + child.getPath().getName();
      if (isHidden(child.getPath())) {
        continue;
      }
      if (child.isDirectory()) {
        collect(fs, child.getPath(), path + "/", files);
      } else {
        files.put(path, child);
      }
    }
  }

  private static String below(Path folder, Path file) {
    return file.toUri().getPath().substring(folder.toUri().getPath().length() + 1);
  }

  /**
   * The list of a folder; empty if it has none.
   *
   * @throws IOException if the list is damaged
   */
  public static Optional<ChecksumList> of(FileSystem fs, Path folder) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.read(fs, new Path(folder, FILE));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.lastIndexOf('\n', text.length() - 2) + 1;
    String lines = text.substring(0, end);
    if (!text.substring(end).equals(String.format(Locale.ROOT, "%08x", crc(lines)) + END)) {
      throw new IOException("the list of checksums is not as it was written");
    }
    Map<String, Entry> entries = new HashMap<>();
    for (String line : (Iterable<String>) lines.lines()::iterator) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IOException("expected CHECKSUM BYTES PATH, got " + line);
      }
      int crc = Integer.parseUnsignedInt(parts.group(1), 16);
      entries.put(parts.group(3), new Entry(crc, Long.parseLong(parts.group(2))));
    }
    return Optional.of(new ChecksumList(fs, folder, entries));
  }

  /**
   * Compares the folder with its list.
   *
   * @param reads true to read the files; otherwise only names and lengths are compared
   * @param fault receives each file that differs, and the difference
   * @return files and bytes compared
   */
  public List<FileStatus> compare(boolean reads, BiConsumer<Path, String> fault)
      throws IOException {
    Map<String, FileStatus> files = files(fs, folder);
    entries.keySet().stream()
        .filter(path -> !files.containsKey(path))
        .sorted()
        .forEach(path -> fault.accept(new Path(folder, path), "missing"));
    files.forEach(
        (path, file) ->
            difference(path, file, reads).ifPresent(how -> fault.accept(file.getPath(), how)));
    return new ArrayList<>(files.values());
  }

  private Optional<String> difference(String path, FileStatus file, boolean reads) {
    Entry entry = entries.get(path);
    if (entry == null) {
      return Optional.of("not in the list of checksums of " + folder);
    }
    if (entry.bytes() != file.getLen()) {
      return Optional.of("has " + file.getLen() + " bytes, was published with " + entry.bytes());
    }
    try {
      return !reads || read(fs, file) == entry.crc()
          ? Optional.empty()
          : Optional.of("wrong checksum: it is not as it was published");
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * The difference between a file and the list of its folder or one above; empty if there is none
   * or no list has the file.
   *
   * @param levels number of folders above the file to search for a list
   * @throws IOException naming the list if it is damaged
   */
  static Optional<String> difference(FileSystem fs, Path file, int levels) throws IOException {
    Path folder = file.getParent();
    for (int i = 0; i < levels && folder != null; i++, folder = folder.getParent()) {
      Optional<ChecksumList> list;
      try {
        list = of(fs, folder);
      } catch (IOException e) {
        throw new IOException(new Path(folder, FILE) + ": " + e.getMessage(), e);
      }
      if (list.isPresent()) {
        String path = below(folder, file);
        return list.get().entries.containsKey(path)
            ? list.get().difference(path, fs.getFileStatus(file), true)
            : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
