package org.orbweaver.webgraph.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * A graph in the files of the LDBC Graphalytics benchmark (Graphalytics specification 1.0, section
 * on graph data): {@code NAME.v} holds a vertex a line, {@code NAME.e} an edge a line, {@code
 * NAME.properties} what they mean. Vertices are whole numbers, any that 64 bits hold; they become
 * the nodes' names.
 */
final class Graphalytics {
  /** What a file of the three is called at its end. */
  private static final String[] SUFFIXES = {".properties", ".v", ".e", ".v.gz", ".e.gz"};

  private final FileSystem fs;
  private final Path base;
  private final Path described;
  private final Properties properties = new Properties();

  private Graphalytics(FileSystem fs, Path base, Path described) {
    this.fs = fs;
    this.base = base;
    this.described = described;
  }

  /**
   * Finds the files.
   *
   * @param file one of the three, or what their names have in common
   * @throws OrbException (failed) if there are none
   */
  static Graphalytics of(Configuration conf, String file) throws IOException {
    Path base = base(file);
    FileSystem fs = base.getFileSystem(conf);
    Graphalytics files = new Graphalytics(fs, base, base.suffix(".properties"));
    if (fs.exists(files.described)) {
      try (InputStream in = fs.open(files.described)) {
        files.properties.load(in);
      } catch (IllegalArgumentException e) {
        throw OrbException.failed(files.described + ": not a properties file", e);
      }
    }
    files.vertices();
    files.edges();
    return files;
  }

  /** The path that the three files' names begin with. */
  static Path base(String file) {
    for (String suffix : SUFFIXES) {
      if (file.endsWith(suffix)) {
        return new Path(file.substring(0, file.length() - suffix.length()));
      }
    }
    return new Path(file);
  }

  /** The path of the vertices. */
  String vertices() throws IOException {
    return find("vertex-file", ".v");
  }

  /** The path of the edges. */
  String edges() throws IOException {
    return find("edge-file", ".e");
  }

  private String find(String key, String suffix) throws IOException {
    String given = property(key);
    if (given != null) {
      Path path = new Path(base.getParent(), given);
      return existing(path, " (" + key + " of " + described + ")");
    }
    Path packed = base.suffix(suffix + ".gz");
    return fs.exists(packed) ? packed.toString() : existing(base.suffix(suffix), "");
  }

  private String existing(Path path, String whence) throws IOException {
    if (!fs.exists(path)) {
      throw OrbException.failed(
          "cannot open " + fs.makeQualified(path) + ": no such file" + whence);
    }
    return path.toString();
  }

  /** Whether edges lead both ways: as the properties say, or as given where they do not. */
  boolean undirected(boolean otherwise) {
    String directed = property("directed");
    if (directed == null) {
      return otherwise;
    }
    return switch (directed.toLowerCase(Locale.ROOT)) {
      case "true" -> false;
      case "false" -> true;
      default ->
          throw OrbException.failed(
              described + ": directed: expected true or false, got '" + directed + "'");
    };
  }

  /** Refuses counts that are not what the properties say. */
  void check(long vertices, long edges) {
    check("meta.vertices", vertices);
    check("meta.edges", edges);
  }

  private void check(String key, long count) {
    String said = property(key);
    if (said != null && !said.equals(Long.toString(count))) {
      throw OrbException.failed(
          described + ": " + key + " is " + said + ", but the file holds " + count);
    }
  }

  /** The properties of a directed graph of that name. */
  static String describe(String name, GraphMeta graph) {
    StringBuilder text = new StringBuilder("# Written by Orbweaver\n");
    String prefix = "graph." + name + ".";
    for (String line :
        List.of(
            "vertex-file = " + name + ".v",
            "edge-file = " + name + ".e",
            "meta.vertices = " + graph.nodes(),
            "meta.edges = " + graph.arcs(),
            "directed = true")) {
      text.append(prefix).append(line).append('\n');
    }
    if (graph.weighted()) {
      text.append(prefix).append("edge-properties.names = weight\n");
      text.append(prefix).append("edge-properties.types = real\n");
    }
    return text.toString();
  }

  /** The value of {@code graph.NAME.key}; null where there is none. */
  private String property(String key) {
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("graph.") && name.endsWith("." + key)) {
        return properties.getProperty(name).strip();
      }
    }
    return null;
  }
}
