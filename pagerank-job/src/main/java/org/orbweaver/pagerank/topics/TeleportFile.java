package org.orbweaver.pagerank.topics;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.text.Console;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;

/**
 * The user's teleport set: one URL a line with an optional weight after white space, {@code #} for
 * comments.
 */
public final class TeleportFile {

  private TeleportFile() {}

  /**
   * Looks the user's URLs up in the graph.
   *
   * @return weights by id
   * @throws OrbException naming the line, if the file cannot be read, has no URL, or one that is
   *     not in the graph
   */
  public static Map<Integer, Double> resolve(Configuration conf, String file, GraphDir graph)
      throws IOException {
    Map<Integer, Double> weights = new TreeMap<>();
    Path path = new Path(file);
    String text;
    try {
      text = new String(Files.read(path.getFileSystem(conf), path), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      throw OrbException.failed("cannot read " + file + ": no such file", e);
    }
    int number = 0;
    try (NodeNames names = graph.names()) {
      for (String line : (Iterable<String>) text.lines()::iterator) {
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
        double weight = fields.length == 1 ? 1 : Teleport.weight(fields[1]);
        if (fields.length > 2 || Double.isNaN(weight)) {
          throw OrbException.failed(
              place + ": expected a URL and a weight above 0, got '" + Console.safe(line) + "'");
        }
        weights.merge(id, weight, Double::sum);
      }
    }
    if (weights.isEmpty()) {
      throw OrbException.failed(file + ": no URL in the file");
    }
    return weights;
  }
}
