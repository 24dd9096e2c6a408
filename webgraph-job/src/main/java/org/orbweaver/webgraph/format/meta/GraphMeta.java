package org.orbweaver.webgraph.format.meta;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/**
 * The description of a graph in {@code meta.json}.
 *
 * @param nodes the ids are 0 to {@code nodes} - 1
 * @param arcs distinct links
 * @param dangling nodes without successors
 * @param names the kind of the nodes' names
 * @param ids the dictionary's parts, in the order of ids; none for {@link NameKind#NUMBERED}
 * @param out the successors' partitions, which cover all ids in order
 * @param in the predecessors' partitions, with other cuts than {@code out}
 * @param outdeg one part for each of {@code out}: 4 bytes a node, big-endian
 * @param weighted true if links have weights
 * @param policy the definition of a link
 * @param source the graph's origin
 */
public record GraphMeta(
    int nodes,
    long arcs,
    int dangling,
    NameKind names,
    List<Part> ids,
    List<Part> out,
    List<Part> in,
    List<Part> outdeg,
    boolean weighted,
    Map<String, String> policy,
    Map<String, String> source) {

  /** The file in a graph's folder. */
  public static final String FILE = "meta.json";

  /** Of the layout of the whole folder. */
  public static final int VERSION = 4;

  private static final String FORMAT = "orbweaver-graph";

  /**
   * One file.
   *
   * @param file below the graph's folder
   * @param first the id of its first node
   * @param count the number of its nodes
   * @param arcs the number of its arcs; 0 in the dictionary and the degrees
   * @param longest the most arcs of a node; 0 in the dictionary and the degrees
   * @param bytes its length
   * @param crc32c its checksum, 8 hexadecimal digits
   */
  public record Part(
      String file, int first, int count, long arcs, int longest, long bytes, String crc32c) {

    /** A file without arcs. */
    public Part(String file, int first, int count, long bytes, String crc32c) {
      this(file, first, count, 0, 0, bytes, crc32c);
    }

    /** One past the id of its last node. */
    public int end() {
      return first + count;
    }
  }

  /**
   * One partition of one direction.
   *
   * @param degrees of successors only
   * @param dangling the number of nodes without successors
   */
  public record Partition(Part lists, Optional<Part> degrees, int dangling) {}

  /** The name of part {@code part} in one of a graph's folders. */
  public static String file(String folder, int part) {
    return String.format(Locale.ROOT, "%s/part-%05d", folder, part);
  }

  /** Copies the lists, and the maps in the order of their keys. */
  public GraphMeta {
    ids = List.copyOf(ids);
    out = List.copyOf(out);
    in = List.copyOf(in);
    outdeg = List.copyOf(outdeg);
    policy = Collections.unmodifiableMap(new TreeMap<>(policy));
    source = Collections.unmodifiableMap(new TreeMap<>(source));
  }

  /**
   * The description of a graph with these files, without policy and source.
   *
   * @param written partitions in the order of ids, successors and predecessors
   */
  public static GraphMeta of(
      NameKind names, List<Part> ids, List<Partition> written, boolean weighted) {
    List<Partition> out = written.stream().filter(part -> part.degrees().isPresent()).toList();
    List<Part> lists = out.stream().map(Partition::lists).toList();
    return new GraphMeta(
        lists.get(lists.size() - 1).end(),
        lists.stream().mapToLong(Part::arcs).sum(),
        out.stream().mapToInt(Partition::dangling).sum(),
        names,
        ids,
        lists,
        written.stream().filter(part -> part.degrees().isEmpty()).map(Partition::lists).toList(),
        out.stream().flatMap(part -> part.degrees().stream()).toList(),
        weighted,
        Map.of(),
        Map.of());
  }

  /** A copy with the given policy and source. */
  public GraphMeta of(Map<String, String> links, Map<String, String> from) {
    return new GraphMeta(nodes, arcs, dangling, names, ids, out, in, outdeg, weighted, links, from);
  }

  /** The bytes of {@code meta.json}. */
  public byte[] toBytes() {
    Fields fields =
        new Fields()
            .with("format", FORMAT)
            .with("version", VERSION)
            .with("nodes", nodes)
            .with("arcs", arcs)
            .with("dangling", dangling)
            .with("names", names)
            .with("weighted", weighted)
            .with("ids", ids)
            .with("out", out)
            .with("in", in)
            .with("outdeg", outdeg)
            .with("policy", policy)
            .with("source", source);
    return Json.pretty(fields).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Parses a {@code meta.json}.
   *
   * @param file its name, for messages
   * @throws OrbException if it is not one, is of a later version, or contradicts itself
   */
  public static GraphMeta parse(byte[] bytes, String file) {
    try {
      String text = new String(bytes, StandardCharsets.UTF_8);
      Map<String, Object> fields = Json.parse(text);
      if (!FORMAT.equals(fields.get("format"))) {
        throw new IOException("\"format\" is not \"" + FORMAT + "\"");
      }
      if (!Long.valueOf(VERSION).equals(fields.get("version"))) {
        throw new IOException(
            "version " + fields.get("version") + ", but this program reads version " + VERSION);
      }
      GraphMeta meta = Json.parse(text, GraphMeta.class);
      meta.check();
      return meta;
    } catch (IOException | RuntimeException e) {
      String what =
          e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
      throw OrbException.failed(file + ": cannot be read: " + what + "; build the graph again", e);
    }
  }

  private void check() {
    checkCover("out", out);
    checkCover("in", in);
    checkCover("outdeg", outdeg);
    if (names != NameKind.NUMBERED) {
      checkCover("ids", ids);
    }
    if (out.stream().mapToLong(Part::arcs).sum() != arcs
        || in.stream().mapToLong(Part::arcs).sum() != arcs) {
      throw new IllegalArgumentException("the partitions' arcs are not " + arcs);
    }
  }

  private void checkCover(String what, List<Part> parts) {
    int next = 0;
    for (Part part : parts) {
      if (part.first != next || part.count < 0) {
        throw new IllegalArgumentException("\"" + what + "\" has a gap at node " + next);
      }
      next = part.end();
    }
    if (next != nodes) {
      throw new IllegalArgumentException("\"" + what + "\" ends at node " + next);
    }
  }
}
