package org.orbweaver.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes plugins of source text, as jars that Orbweaver loads. */
public final class PluginJar {
  private static final String SERVICE = "META-INF/services/org.orbweaver.plugin.Plugin";

  private PluginJar() {}

  /**
   * Compiles one source file against the class path of the test, and writes {@code
   * pluginsFolder/name/name.jar} with it as the plugin.
   *
   * @param className its public class, which implements Plugin
   * @return the jar
   * @throws IllegalArgumentException with the compiler's messages, if it does not compile
   */
  public static Path build(Path pluginsFolder, String name, String className, String source)
      throws IOException {
    Path folder = Files.createDirectories(pluginsFolder.resolve(name));
    Path work = Files.createTempDirectory("plugin-jar");
    Path file = work.resolve("src").resolve(className.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    Path classes = Files.createDirectories(work.resolve("classes"));
    compile(file, classes);
    Path jar = folder.resolve(name + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out);
        Stream<Path> all = Files.walk(classes)) {
      zip.putNextEntry(new JarEntry(SERVICE));
      zip.write(className.getBytes(StandardCharsets.UTF_8));
      for (Path one : all.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new JarEntry(classes.relativize(one).toString()));
        Files.copy(one, zip);
      }
    }
    return jar;
  }

  private static void compile(Path file, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of("-proc:none", "-d", classes.toString(), "-cp", classPath(), "--release", "17");
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
              .call();
      if (!compiled) {
        throw new IllegalArgumentException("the plugin does not compile:\n" + messages);
      }
    }
  }

  /** Surefire may start Java with a jar whose manifest has the class path. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
