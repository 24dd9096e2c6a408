package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.orbweaver.common.text.Json;

/**
 * The state of a run after an iteration: the slices of its vectors and the history so far. A task's
 * side file is a checkpoint too, with its own slices and its share of the sums; {@link #merge}
 * combines them.
 *
 * <p>Text form: a line {@code orbweaver-checkpoint 3 CRC-32C}, then the checksummed text: this
 * record as JSON, exact sums in hexadecimal.
 *
 * @param slices sorted
 * @param history iterations by number, from 0 for a run's, without 0 for a task's
 */
public record Checkpoint(List<Slice> slices, List<Iteration> history) {

  private static final String HEADER = "orbweaver-checkpoint 3 ";

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

  /** The slices of one vector, in row order. */
  public List<Slice> vector(String name) {
    return slices.stream().filter(s -> s.vector().equals(name)).toList();
  }

  /** A copy with the files moved into {@code folder}. */
  public Checkpoint under(String folder) {
    return new Checkpoint(slices.stream().map(s -> s.under(folder)).toList(), history);
  }

  /** These slices, with the earlier history put in front of this one's. */
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

  /** The text form described in the class comment. */
  public byte[] toBytes() {
    String json = Json.line(this);
    return (HEADER + crc(json) + '\n' + json).getBytes(StandardCharsets.UTF_8);
  }

  private static String crc(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  private record StoredCheckpoint(List<Slice> slices, List<StoredIteration> history) {}

  private record StoredIteration(int number, double seconds, List<String> sums) {}

  /**
   * Parses the output of {@link #toBytes}.
   *
   * @throws IllegalArgumentException if it is incomplete or altered, or of an earlier version
   */
  public static Checkpoint parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String json = text.substring(text.indexOf('\n') + 1);
    if (!text.equals(HEADER + crc(json) + '\n' + json)) {
      throw new IllegalArgumentException(
          "the record is incomplete, altered or of an earlier version: run the ranking again");
    }
    try {
      StoredCheckpoint form = Json.parse(json, StoredCheckpoint.class);
      List<Iteration> history = new ArrayList<>();
      for (StoredIteration one : form.history) {
        List<ExactSum> sums = one.sums.stream().map(ExactSum::parse).toList();
        history.add(new Iteration(one.number, one.seconds, sums));
      }
      return new Checkpoint(form.slices, history);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
