package org.orbweaver.plugin.loader;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;

/**
 * The plugins of a process: Orbweaver's own, then those of folders. A folder whose plugin cannot be
 * loaded is a fault, and costs only itself.
 */
public final class PluginSet {
  /** The name of what Orbweaver provides itself. */
  public static final String OWN = "orbweaver";

  private static final String SERVICE = "META-INF/services/" + Plugin.class.getName();
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
  private static final int HASH_DIGITS = 12;

  /** Loaded sets, by their folders and the state of all jars in them. */
  private static final ConcurrentHashMap<String, PluginSet> LOADED = new ConcurrentHashMap<>();

  private final List<LoadedPlugin> plugins;
  private final List<String> faults;

  private PluginSet(List<LoadedPlugin> plugins, List<String> faults) {
    this.plugins = List.copyOf(plugins);
    this.faults = List.copyOf(faults);
  }

  /** The plugins of folders, each with a folder for each plugin; loaded once in a process. */
  public static PluginSet of(List<Path> folders) {
    return LOADED.computeIfAbsent(state(folders), key -> load(folders));
  }

  private static String state(List<Path> folders) {
    List<String> state = new ArrayList<>();
    for (Path plugin : pluginFolders(folders, state)) {
      state.add("" + plugin.toAbsolutePath());
      for (Path jar : jars(plugin, state)) {
        File file = jar.toFile();
        state.add(file.getName() + " " + file.length() + " " + file.lastModified());
      }
    }
    return String.join("\n", state);
  }

  private static PluginSet load(List<Path> folders) {
    List<String> faults = new ArrayList<>();
    List<LoadedPlugin> found = new ArrayList<>();
    for (Path folder : pluginFolders(folders, faults)) {
      String name = folder.getFileName().toString();
      try {
        if (!NAME.matcher(name).matches() || name.equals(OWN)) {
          throw new IOException(
              "the name of its folder must be letters, digits, _ and -, and not " + OWN);
        }
        if (found.stream().anyMatch(other -> other.name().equals(name))) {
          throw new IOException("another folder has a plugin of the same name");
        }
        found.add(load(name, folder));
      } catch (IOException | RuntimeException | LinkageError | ServiceConfigurationError e) {
        Throwable cause =
            e instanceof ServiceConfigurationError && e.getCause() != null ? e.getCause() : e;
        faults.add("plugin " + name + " in " + folder + ": " + PluginException.reason(cause));
      }
    }
    found.sort(Comparator.comparingInt(LoadedPlugin::rank).thenComparing(LoadedPlugin::name));
    List<LoadedPlugin> all = new ArrayList<>(List.of(own()));
    all.addAll(found);
    return new PluginSet(all, faults);
  }

  private static LoadedPlugin own() {
    List<Plugin> parts =
        ServiceLoader.load(Plugin.class, Plugin.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    return new LoadedPlugin(OWN, "", "", null, parts);
  }

  private static LoadedPlugin load(String name, Path folder) throws IOException {
    List<String> unread = new ArrayList<>();
    List<Path> jars = jars(folder, unread);
    if (!unread.isEmpty()) {
      throw new IOException(unread.get(0));
    }
    if (jars.isEmpty()) {
      throw new IOException("it has no jars");
    }
    MessageDigest hash = sha256();
    String version = "";
    boolean registered = false;
    for (Path jar : jars) {
      hash.update((jar.getFileName() + "\n").getBytes(StandardCharsets.UTF_8));
      hash.update(Files.readAllBytes(jar));
      try (JarFile opened = new JarFile(jar.toFile())) {
        if (opened.getEntry(SERVICE) != null) {
          registered = true;
          version = version(opened.getManifest());
        }
      } catch (IOException e) {
        throw new IOException(jar.getFileName() + " cannot be read: " + e.getMessage(), e);
      }
    }
    if (!registered) {
      throw new IOException("none of its jars has a file " + SERVICE);
    }
    String digits = HexFormat.of().formatHex(hash.digest()).substring(0, HASH_DIGITS);
    return new LoadedPlugin(name, version, digits, folder, parts(name, jars));
  }

  private static List<Plugin> parts(String name, List<Path> jars) throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toAbsolutePath().toUri().toURL();
    }
    // Not closed: its classes may be needed as long as the process lives.
    PluginClassLoader loader = new PluginClassLoader(name, urls, PluginSet.class.getClassLoader());
    List<Plugin> parts =
        ServiceLoader.load(Plugin.class, loader).stream()
            .filter(provider -> provider.type().getClassLoader() == loader)
            .map(ServiceLoader.Provider::get)
            .toList();
    if (parts.isEmpty()) {
      throw new IOException("its file " + SERVICE + " names no class of its own");
    }
    return parts;
  }

  private static String version(Manifest manifest) {
    String version =
        manifest == null
            ? null
            : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    return version == null ? "" : version.strip().replace(' ', '-');
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has it", e);
    }
  }

  /** The folders in these folders, by name. */
  private static List<Path> pluginFolders(List<Path> folders, List<String> faults) {
    return folders.stream()
        .flatMap(folder -> list(folder, "*", faults).stream())
        .filter(Files::isDirectory)
        .filter(folder -> !folder.getFileName().toString().startsWith("."))
        .toList();
  }

  private static List<Path> jars(Path folder, List<String> faults) {
    return list(folder, "*.jar", faults);
  }

  private static List<Path> list(Path folder, String glob, List<String> faults) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> listing = Files.newDirectoryStream(folder, glob)) {
      listing.forEach(entries::add);
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      faults.add("plugins: cannot read the folder " + folder);
    }
    entries.sort(Comparator.comparing(Path::getFileName));
    return entries;
  }

  /** All plugins, Orbweaver's own first. */
  public List<LoadedPlugin> plugins() {
    return plugins;
  }

  /** Those of folders. */
  public List<LoadedPlugin> added() {
    return plugins.subList(1, plugins.size());
  }

  /** The jars of those of folders. */
  public List<Path> jars() {
    return added().stream()
        .flatMap(plugin -> jars(plugin.folder(), new ArrayList<>()).stream())
        .toList();
  }

  /** What could not be loaded, and why. */
  public List<String> faults() {
    return faults;
  }

  /** The added plugins with their versions and hashes; empty if there are none. */
  public String summary() {
    return added().stream().map(LoadedPlugin::toString).collect(Collectors.joining(", "));
  }

  /**
   * The parts of a kind.
   *
   * @param settings of a plugin, by its name
   * @throws PluginException if a plugin throws
   */
  public <T> List<Provided<T>> all(
      BiFunction<Plugin, PluginSettings, List<T>> kind, Function<String, PluginSettings> settings) {
    List<Provided<T>> all = new ArrayList<>();
    for (LoadedPlugin plugin : plugins) {
      for (Plugin part : plugin.parts()) {
        try {
          kind.apply(part, settings.apply(plugin.name()))
              .forEach(one -> all.add(new Provided<>(plugin.name(), one)));
        } catch (RuntimeException | LinkageError e) {
          if (plugin.name().equals(OWN)) {
            throw e;
          }
          throw new PluginException("plugin " + plugin.name(), e);
        }
      }
    }
    return all;
  }
}
