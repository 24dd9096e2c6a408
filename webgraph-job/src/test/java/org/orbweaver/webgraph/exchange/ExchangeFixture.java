package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/** A folder with link files and the graphs made from them. */
abstract class ExchangeFixture {
  @TempDir Path folder;
  final Configuration conf = new Configuration();
  final List<String> notes = new ArrayList<>();
  private int graphs;

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

  GraphDir lists(String text) throws IOException {
    return load(new GraphImport(text("links", text), Format.LISTS));
  }

  GraphDir edges(String text) throws IOException {
    return load(new GraphImport(text("links", text), Format.EDGES));
  }

  GraphDir load(GraphImport importer) throws IOException {
    importer.check(conf);
    GraphBuilder graph = importer.read(conf, notes::add);
    try (Session session =
        Session.create(conf, path("graph" + ++graphs), Console.silent(), "graph")) {
      GraphDir made = GraphDir.open(conf, importer.publish(session, graph, 3).folder());
      made.verify();
      return made;
    }
  }

  GraphDir write(GraphBuilder graph, String name) throws IOException {
    graph.write(folder.resolve(name));
    return GraphDir.open(conf, new org.apache.hadoop.fs.Path(path(name)));
  }

  GraphExport.ExportedGraph save(GraphDir graph, String file, Format format) throws IOException {
    return new GraphExport(path(file), format, false, null, false).run(conf, graph);
  }

  static OrbException assertFails(String message, Executable what) {
    OrbException e = assertThrows(OrbException.class, what);
    assertTrue(e.getMessage().contains(message), e.getMessage());
    return e;
  }

  /** The checksums of the lists, both ways, and the degrees. */
  static String listsOf(GraphDir graph) {
    GraphMeta meta = graph.meta();
    return Stream.of(meta.out(), meta.in(), meta.outdeg())
        .flatMap(List::stream)
        .map(part -> part.file() + " " + part.count() + " " + part.crc32c())
        .collect(Collectors.joining("\n"));
  }

  /** The checksums of all files, names included. */
  static String everything(GraphDir graph) {
    return listsOf(graph) + graph.meta().names() + graph.meta().ids();
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
