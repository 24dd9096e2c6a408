package org.orbweaver.pagerank;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NodeNames;

/**
 * The teleport set: as the user gives it, one URL a line with an optional weight after white space,
 * {@code #} for comments; and as the tasks get it, id, tab, weight.
 */
final class TeleportFile {

  private TeleportFile() {}

  /**
   * Looks the user's URLs up in the graph. Those that it does not have are told and left out.
   *
   * @return weights by id
   * @throws OrbException when the file cannot be read or none of its URLs is in the graph
   */
  static Map<Integer, Double> resolve(
      Configuration conf, String file, GraphDir graph, Console console) throws IOException {
    Map<Integer, Double> weights = new TreeMap<>();
    Path path = new Path(file);
    int unknown = 0;
    String example = "";
    byte[] bytes;
    try {
      bytes = Files.read(path.getFileSystem(conf), path);
    } catch (FileNotFoundException e) {
      throw OrbException.failed("no teleport file " + file, e);
    }
    try (NodeNames names = graph.names();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] fields = line.strip().split("\\s+", -1);
        int id = names.id(fields[0]);
        if (id < 0) {
          unknown++;
          example = fields[0];
        } else {
          weights.merge(id, weight(fields, file + ":" + number), Double::sum);
        }
      }
    }
    if (weights.isEmpty()) {
      throw OrbException.failed("none of the URLs in " + file + " is a page of the graph");
    }
    if (unknown > 0) {
      console.info(
          unknown
              + " URLs of the teleport file are not in the graph, for instance "
              + Console.safe(example));
    }
    return weights;
  }

  private static double weight(String[] fields, String place) {
    if (fields.length == 1) {
      return 1;
    }
    try {
      double weight = Double.parseDouble(fields[1]);
      if (weight > 0 && weight <= 1e12 && fields.length == 2) {
        return weight;
      }
    } catch (NumberFormatException e) {
      throw OrbException.failed(place + ": not a weight: " + Console.safe(fields[1]), e);
    }
    throw OrbException.failed(place + ": a URL and a weight above 0 are expected");
  }

  /** The tasks' form. */
  static byte[] toBytes(Map<Integer, Double> weights) {
    StringBuilder text = new StringBuilder();
    weights.forEach((id, weight) -> text.append(id).append('\t').append(weight).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads the tasks' form. */
  static Teleport read(Configuration conf, Path path) throws IOException {
    Map<Integer, Double> weights = new TreeMap<>();
    String text = new String(Files.read(path.getFileSystem(conf), path), StandardCharsets.UTF_8);
    text.lines()
        .map(line -> line.split("\t", -1))
        .forEach(field -> weights.put(Integer.valueOf(field[0]), Double.valueOf(field[1])));
    return Teleport.to(weights);
  }
}
