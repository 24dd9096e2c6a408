package org.orbweaver.plugin.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads the classes of one plugin: its own first, so that it may bring any version of a library.
 * Classes that it exchanges with Orbweaver come from there.
 */
final class PluginClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** The interfaces and what they name; the rest is of the JDK. */
  private static final List<String> SHARED =
      List.of(
          "org.orbweaver.plugin.",
          "org.jsoup.",
          "picocli.",
          "org.apache.hadoop.",
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "org.w3c.dom.",
          "org.xml.sax.");

  PluginClassLoader(String name, URL[] jars, ClassLoader parent) {
    super("plugin " + name, jars, parent);
  }

  private static boolean isShared(String name) {
    return SHARED.stream().anyMatch(name::startsWith);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isShared(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      if (found == null) {
        try {
          found = findClass(name);
        } catch (ClassNotFoundException e) {
          found = getParent().loadClass(name);
        }
      }
      if (resolve) {
        resolveClass(found);
      }
      return found;
    }
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
    all.addAll(Collections.list(getParent().getResources(name)));
    return Collections.enumeration(all);
  }
}
