package org.orbweaver.common.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.orbweaver.common.text.Digests;

/**
 * Files that tasks need, as one archive, which YARN unpacks where a task works.
 *
 * @param name of the folder that a task finds
 * @param files by their names in the folder
 */
public record Shipment(String name, Map<String, Path> files) {

  /** The files of folders, each in a folder of its own number. */
  static Shipment of(String name, Iterable<Path> folders) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    int number = 0;
    for (Path folder : folders) {
      String prefix = number++ + "/";
      try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
        all.filter(Files::isRegularFile)
            .forEach(file -> files.put(prefix + folder.relativize(file), file));
      }
    }
    return new Shipment(name, files);
  }

  /** A digest of the files and their names, in hexadecimal digits. */
  public String hash() throws IOException {
    MessageDigest digest = Digests.of("SHA-256");
    for (Map.Entry<String, Path> file : files.entrySet()) {
      digest.update(file.getKey().getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(file.getValue()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Writes the archive. */
  public void write(OutputStream to) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(to);
    zip.setLevel(Deflater.NO_COMPRESSION); // Jars are compressed already.
    for (Map.Entry<String, Path> file : files.entrySet()) {
      zip.putNextEntry(new ZipEntry(file.getKey()));
      Files.copy(file.getValue(), zip);
      zip.closeEntry();
    }
    zip.finish();
  }
}
