package org.orbweaver.webgraph.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The state of a run after an iteration: the slices of its vectors and the history that led there.
 * A task's side file is one too, with its own slices and its share of the sums; {@link #merge} puts
 * them together.
 *
 * <p>As text, one record a line, fields separated by tabs:
 *
 * <pre>
 *   orbweaver-checkpoint 2
 *   slice      VECTOR WIDTH FIRST END CRC-32C FILE
 *   iteration  NUMBER SECONDS SUM SUM …        (exact sums, in hexadecimal)
 *   end        CRC-32C of all that stands above
 * </pre>
 *
 * @param slices sorted
 * @param history iterations by number, from 0 for a run's, without 0 for a task's
 */
public record Checkpoint(List<Slice> slices, List<Iteration> history) {

  private static final String HEADER = "orbweaver-checkpoint 2";

  /** Sorts the slices and makes both lists immutable. */
  public Checkpoint {
    slices = slices.stream().sorted().toList();
    history = List.copyOf(history);
  }

  /** Number of the last iteration. */
  public int iteration() {
    return last().number();
  }

  /** The last iteration. */
  public Iteration last() {
    return history.get(history.size() - 1);
  }

  /** The slices of one vector, following one another. */
  public List<Slice> vector(String name) {
    return slices.stream().filter(s -> s.vector().equals(name)).toList();
  }

  /** The same with the files moved into {@code folder}. */
  public Checkpoint under(String folder) {
    return new Checkpoint(slices.stream().map(s -> s.under(folder)).toList(), history);
  }

  /** These slices, with the history that stands before this one's put in front. */
  public Checkpoint after(Checkpoint earlier) {
    List<Iteration> all = new ArrayList<>(earlier.history);
    all.addAll(history);
    return new Checkpoint(slices, all);
  }

  /** All slices of {@code parts}, and their iterations with the sums added by number. */
  public static Checkpoint merge(List<Checkpoint> parts) {
    List<Slice> slices = new ArrayList<>();
    List<Iteration> history = new ArrayList<>(parts.get(0).history);
    for (int p = 0; p < parts.size(); p++) {
      slices.addAll(parts.get(p).slices);
      for (int i = 0; p > 0 && i < history.size(); i++) {
        history.set(i, history.get(i).with(parts.get(p).history.get(i)));
      }
    }
    return new Checkpoint(slices, history);
  }

  /**
   * Checks that each of {@code vectors} is here with all of its {@code size} elements.
   *
   * @throws IllegalArgumentException naming the gap
   */
  public Checkpoint requireWhole(int size, List<String> vectors) {
    for (String name : vectors) {
      int next = 0;
      for (Slice slice : vector(name)) {
        if (slice.first() != next) {
          throw new IllegalArgumentException(
              name + ": element " + next + " follows in " + slice.file());
        }
        next = slice.end();
      }
      if (next != size) {
        throw new IllegalArgumentException(name + " has " + next + " of " + size + " elements");
      }
    }
    return this;
  }

  /** As the text of the class comment. */
  public byte[] toBytes() {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    for (Slice s : slices) {
      String crc = Integer.toHexString(s.crc());
      line(text, "slice", s.vector(), s.width(), s.first(), s.end(), crc, s.file());
    }
    for (Iteration i : history) {
      List<Object> fields = new ArrayList<>(List.of("iteration", i.number(), i.seconds()));
      fields.addAll(i.sums());
      line(text, fields.toArray());
    }
    line(text, "end", crc(text.toString()));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void line(StringBuilder text, Object... fields) {
    for (int i = 0; i < fields.length; i++) {
      text.append(i == 0 ? "" : "\t").append(fields[i]);
    }
    text.append('\n');
  }

  private static String crc(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  /**
   * Reads what {@link #toBytes} made.
   *
   * @throws IllegalArgumentException when it is incomplete or altered
   */
  public static Checkpoint parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.lastIndexOf("end\t");
    if (!text.startsWith(HEADER + "\n")
        || end < 0
        || !text.substring(end).equals("end\t" + crc(text.substring(0, end)) + "\n")) {
      throw new IllegalArgumentException("the record is incomplete or altered");
    }
    List<Slice> slices = new ArrayList<>();
    List<Iteration> history = new ArrayList<>();
    text.substring(0, end)
        .lines()
        .skip(1)
        .map(line -> line.split("\t", -1))
        .forEach(
            field -> {
              if (field[0].equals("slice")) {
                slices.add(slice(field));
              } else {
                history.add(iteration(field));
              }
            });
    return new Checkpoint(slices, history);
  }

  private static Slice slice(String[] field) {
    return new Slice(
        field[1],
        Integer.parseInt(field[2]),
        Integer.parseInt(field[3]),
        Integer.parseInt(field[4]),
        Integer.parseUnsignedInt(field[5], 16),
        field[6]);
  }

  private static Iteration iteration(String[] field) {
    List<ExactSum> sums = new ArrayList<>();
    for (int i = 3; i < field.length; i++) {
      sums.add(ExactSum.parse(field[i]));
    }
    return new Iteration(Integer.parseInt(field[1]), Double.parseDouble(field[2]), sums);
  }
}
