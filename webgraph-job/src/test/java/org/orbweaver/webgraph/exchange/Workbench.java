package org.orbweaver.webgraph.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/** A folder with link files and the graphs made of them. */
final class Workbench {
  final Configuration conf = new Configuration();
  final List<String> notes = new ArrayList<>();
  private final Path folder;
  private int graphs;

  Workbench(Path folder) {
    this.folder = folder;
  }

  String path(String name) {
    return folder.resolve(name).toString();
  }

  String text(String name, String text) throws IOException {
    return bytes(name, text.getBytes(StandardCharsets.UTF_8));
  }

  String bytes(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes).toString();
  }

  String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  /** All files at the top of the folder, graphs aside. */
  List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  GraphDir load(String file, GraphImport.Format format) throws IOException {
    return load(new GraphImport.Input(file, format, null, false));
  }

  GraphDir load(GraphImport.Input input) throws IOException {
    GraphImport importer = new GraphImport(input, 3);
    importer.check(conf);
    var graph = importer.read(conf, notes::add);
    String dir = path("graph" + ++graphs);
    try (Session session = Session.create(conf, dir, Console.silent(), "graph")) {
      GraphDir made = GraphDir.open(conf, importer.publish(session, graph).folder());
      made.verify();
      return made;
    }
  }

  GraphExport.Result save(GraphDir graph, String file, GraphImport.Format format)
      throws IOException {
    return save(graph, new GraphExport.Output(path(file), format, false, null, false));
  }

  GraphExport.Result save(GraphDir graph, GraphExport.Output output) throws IOException {
    return new GraphExport(output).run(conf, graph);
  }

  /** The checksums of the lists, both ways, and the degrees. */
  static String lists(GraphDir graph) {
    GraphMeta meta = graph.meta();
    return Stream.of(meta.out(), meta.in(), meta.outDegrees())
        .flatMap(List::stream)
        .map(part -> part.file() + " " + part.count() + " " + part.crc32c())
        .collect(Collectors.joining("\n"));
  }

  /** The checksums of all, names included. */
  static String everything(GraphDir graph) {
    return lists(graph) + graph.meta().names() + graph.meta().ids();
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
