package org.orbweaver.dist;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.orbweaver.orb.Orb;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes into a folder: {@code adoc/} (a man page a command, as AsciiDoc), {@code completions/}
 * (one script for bash and zsh) and {@code licenses/} (the licence and notice files that a
 * library's jar brings, in a folder of the jar's name).
 */
public final class ReleaseFiles {
  private static final Pattern LEGAL =
      Pattern.compile("(META-INF/)?(LICEN[CS]E|NOTICE|COPYING)[^/]*");

  private ReleaseFiles() {}

  /**
   * Writes the files.
   *
   * @param args the folder of the program's jars, and the folder to write into
   */
  public static void main(String[] args) throws IOException {
    Path jars = Path.of(args[0]);
    Path out = Path.of(args[1]);
    CommandLine orb = Orb.commandLine();
    // The NAME line of orb(1), which apropos shows.
    orb.getCommandSpec()
        .usageMessage()
        .description("Distributed web crawler, indexer and ranker on Hadoop MapReduce.");
    manPages(orb, Files.createDirectories(out.resolve("adoc")));
    Files.writeString(
        Files.createDirectories(out.resolve("completions")).resolve("orb"),
        AutoComplete.bash("orb", orb));
    licences(jars, out.resolve("licenses"));
  }

  private static void manPages(CommandLine orb, Path folder) throws IOException {
    File none = null;
    boolean[] quiet = {};
    int status =
        ManPageGenerator.generateManPage(folder.toFile(), none, quiet, true, orb.getCommandSpec());
    if (status != 0) {
      throw new IOException("the man pages were not written: status " + status);
    }
  }

  private static void licences(Path jars, Path out) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(jars, "*.jar")) {
      for (Path jar : all) {
        Path folder = out.resolve(jar.getFileName().toString().replaceFirst("\\.jar$", ""));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          for (ZipEntry entry : zip.stream().toList()) {
            if (LEGAL.matcher(entry.getName().toUpperCase(Locale.ROOT)).matches()
                && !entry.isDirectory()) {
              Files.createDirectories(folder);
              Path name = folder.resolve(Path.of(entry.getName()).getFileName().toString());
              Files.write(name, zip.getInputStream(entry).readAllBytes());
            }
          }
        }
      }
    }
  }
}
