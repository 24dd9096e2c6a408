package org.orbweaver.pagerank.topics;

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
 * The teleport set as the user gives it: one URL a line with an optional weight after white space,
 * {@code #} for comments.
 */
public final class TeleportFile {

  private TeleportFile() {}

  /**
   * Looks the user's URLs up in the graph.
   *
   * @return weights by id
   * @throws OrbException when the file cannot be read, has no URL, or one that the graph does not
   *     have; the message names the line
   */
  public static Map<Integer, Double> resolve(Configuration conf, String file, GraphDir graph)
      throws IOException {
    Map<Integer, Double> weights = new TreeMap<>();
    Path path = new Path(file);
    byte[] bytes;
    try {
      bytes = Files.read(path.getFileSystem(conf), path);
    } catch (FileNotFoundException e) {
      throw OrbException.failed("cannot read " + file + ": no such file", e);
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
        String place = file + ":" + number;
        int id = names.id(fields[0]);
        if (id < 0) {
          throw OrbException.failed(place + ": not in the graph: " + Console.safe(fields[0]));
        }
        weights.merge(id, weight(fields, place), Double::sum);
      }
    }
    if (weights.isEmpty()) {
      throw OrbException.failed(file + ": no URL in the file");
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
      throw OrbException.failed(
          place + ": expected a weight above 0, got '" + Console.safe(fields[1]) + "'", e);
    }
    throw OrbException.failed(place + ": expected a URL and a weight above 0");
  }
}
