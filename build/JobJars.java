import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes job jars without their libraries: {@code java JobJars.java IMAGE JAR...}. Of each jar,
 * {@code IMAGE/jobs} gets what is not in its {@code lib/}, and a manifest whose {@code Class-Path}
 * names those libraries in {@code IMAGE/lib}. So {@code hadoop jar} finds them there, and an image
 * has each library once. A library that {@code IMAGE/lib} lacks, or has with other bytes, ends the
 * build.
 */
final class JobJars {
  private static final String LIB = "lib/";

  private JobJars() {}

  public static void main(String[] args) throws IOException {
    Path image = Path.of(args[0]);
    Path jobs = Files.createDirectories(image.resolve("jobs"));
    for (String jar : List.of(args).subList(1, args.length)) {
      Path to = jobs.resolve(Path.of(jar).getFileName());
      try (ZipFile whole = new ZipFile(new File(jar));
          ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
        write(whole, image, out);
      }
    }
  }

  private static void write(ZipFile whole, Path image, ZipOutputStream out) throws IOException {
    List<ZipEntry> rest = new ArrayList<>();
    List<String> libraries = new ArrayList<>();
    for (ZipEntry entry : whole.stream().toList()) {
      if (!entry.getName().startsWith(LIB)) {
        rest.add(entry);
      } else if (!entry.isDirectory()) {
        requireSame(whole, entry, image.resolve(entry.getName()));
        libraries.add("../" + entry.getName());
      }
    }
    libraries.sort(null);
    for (ZipEntry entry : rest) {
      ZipEntry copy = new ZipEntry(entry.getName());
      copy.setTime(entry.getTime());
      out.putNextEntry(copy);
      try (InputStream in = whole.getInputStream(entry)) {
        if (entry.getName().equals("META-INF/MANIFEST.MF")) {
          Manifest manifest = new Manifest(in);
          manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", libraries));
          manifest.write(out);
        } else {
          in.transferTo(out);
        }
      }
      out.closeEntry();
    }
  }

  private static void requireSame(ZipFile whole, ZipEntry entry, Path library) throws IOException {
    CheckedInputStream in = new CheckedInputStream(Files.newInputStream(library), new CRC32());
    try (in) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    if (Files.size(library) != entry.getSize() || in.getChecksum().getValue() != entry.getCrc()) {
      throw new IOException(library + " differs from " + entry + " in " + whole.getName());
    }
  }
}
