package org.orbweaver.crawler.page.document;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.apache.commons.io.FileUtils;
import org.orbweaver.plugin.loader.PluginSource;

/**
 * The command line of a parser process: this JVM's Java, on the class path of this code, either the
 * JVM's own or that of a job whose jar Hadoop unpacked.
 */
final class ParserCommand {

  private ParserCommand() {}

  /**
   * Prepares a folder and returns the command.
   *
   * @param folder empty; receives the arguments, since a cluster's class path is too long for a
   *     command line, and the process's own temporary folder
   * @param program its main class, which receives that folder's path, and the plugins as {@link
   *     #plugins} reads them
   */
  static List<String> prepare(Path folder, ProcessSettings settings, Class<?> program)
      throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path hosts = Files.createFile(folder.resolve("hosts"));
    List<String> arguments = new ArrayList<>();
    arguments.add("-Xmx" + settings.heapMegabytes() + "m");
    arguments.addAll(
        List.of(
            "-XX:MaxMetaspaceSize=192m",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+DisplayVMOutputToStderr", // Its last messages; the other stream is for replies.
            "-XX:ErrorFile=" + folder.resolve("crash"),
            // The same document gives the same text on each machine.
            "-Duser.timezone=UTC",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Dfile.encoding=UTF-8",
            "-Duser.home=" + temporary,
            "-Djava.io.tmpdir=" + temporary));
    arguments.addAll(Lockdown.flags(hosts));
    String classes = System.getProperty("orbweaver.classes");
    if (classes != null) {
      // The class archive that this process maps; see scripts/orb.
      arguments.addAll(List.of("-XX:SharedArchiveFile=" + classes, "-Xlog:disable"));
    }
    arguments.add("-cp");
    arguments.add(classPath(program));
    arguments.add(program.getName());
    arguments.add(temporary.toString());
    PluginSource plugins = settings.plugins();
    arguments.add("" + plugins.folders().size());
    plugins.folders().forEach(one -> arguments.add(one.toAbsolutePath().toString()));
    plugins.settings().forEach((name, value) -> arguments.add(name + "=" + value));
    Path file = folder.resolve("arguments");
    Files.write(file, arguments.stream().map(ParserCommand::quoted).toList());
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + file);
  }

  /** The plugins, from the arguments of the main class. */
  static PluginSource plugins(String[] arguments) {
    int end = 2 + Integer.parseInt(arguments[1]);
    List<String> all = List.of(arguments);
    Map<String, String> settings = new TreeMap<>();
    for (String setting : all.subList(end, all.size())) {
      int sign = setting.indexOf('=');
      settings.put(setting.substring(0, sign), setting.substring(sign + 1));
    }
    return new PluginSource(all.subList(2, end).stream().map(Path::of).toList(), settings);
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Includes the jars named in a jar's manifest, since the process may read no other files. */
  static String classPath(Class<?> program) throws IOException {
    Set<String> entries = new LinkedHashSet<>();
    for (ClassLoader loader = program.getClassLoader();
        loader != null;
        loader = loader.getParent()) {
      if (loader instanceof URLClassLoader byUrls) {
        for (URL url : byUrls.getURLs()) {
          File entry = FileUtils.toFile(url);
          if (entry != null) {
            entries.add(entry.getAbsolutePath());
            if (entry.isFile()) {
              entries.addAll(named(entry));
            }
          }
        }
      }
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(new File(entry).getAbsolutePath());
    }
    return String.join(File.pathSeparator, entries);
  }

  /** The {@code Class-Path} of a jar. */
  private static List<String> named(File jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      Manifest manifest = file.getManifest();
      String path =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      List<String> jars = new ArrayList<>();
      for (String entry : path == null ? new String[0] : path.strip().split(" +")) {
        jars.add(new File(jar.toURI().resolve(entry)).getPath());
      }
      return jars;
    }
  }
}
