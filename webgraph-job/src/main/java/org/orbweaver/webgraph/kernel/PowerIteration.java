package org.orbweaver.webgraph.kernel;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Progress;

/**
 * The chain of jobs of a ranking: start vector, jobs until the {@link StopRule} ends it, a
 * checkpoint after each.
 *
 * <p>{@code iter-K} appears in the step's staging complete, by one rename. A killed run continues
 * from the newest one whose slices match their checksums; a damaged one is dropped and the one
 * before it used. Two are kept.
 */
public final class PowerIteration {

  private static final String PARAMETERS = "parameters";
  private static final String PREFIX = "iter-";
  private static final String BUILDING = "building";
  private static final int KEPT = 2;

  /** The ranking's own part of the iteration. */
  public interface Engine {

    /**
     * Creates the start vectors.
     *
     * @param folder for their slices; does not exist yet
     * @return with number 0 only as its history
     */
    Checkpoint start(Path folder) throws IOException;

    /**
     * Makes iterations.
     *
     * @param from the last one
     * @param folder for the new slices; does not exist yet
     * @return slices relative to {@code folder}, and the new iterations, at least one
     */
    Checkpoint advance(CheckpointFolder from, Path folder) throws IOException;

    /**
     * Checks the invariants after each iteration.
     *
     * @param history up to it
     * @throws org.orbweaver.common.error.OrbException if one is violated
     */
    void check(List<Iteration> history);

    /** The rule's verdict on the history; an engine of several vectors asks for one on each. */
    default StopRule.Verdict after(StopRule rule, List<Iteration> history) {
      return rule.after(history);
    }

    /** An iteration in a few words, for the progress line. */
    String describe(Iteration iteration);
  }

  /**
   * The end of a run.
   *
   * @param last the last checkpoint
   * @param verdict the reason for its end
   * @param resumedAt the iteration from which an interrupted run was resumed; 0 for none
   */
  public record FinalState(CheckpointFolder last, StopRule.Verdict verdict, int resumedAt) {}

  private final Session session;
  private final Step step;
  private final StopRule rule;
  private final Engine engine;
  private final Consumer<Iteration> listener;
  private final Configuration conf;
  private final FileSystem fs;

  /**
   * A run in the staging of {@code step}, which must have been resumed.
   *
   * @param listener receives the last iteration of each checkpoint after it is published
   */
  public PowerIteration(
      Session session, Step step, StopRule rule, Engine engine, Consumer<Iteration> listener) {
    this.session = session;
    this.step = step;
    this.rule = rule;
    this.engine = engine;
    this.listener = listener;
    this.conf = session.conf();
    this.fs = session.dir().fs();
  }

  /**
   * Runs to the end.
   *
   * @param parameters all that the result depends on, as text: another run's checkpoints are used
   *     if theirs are the same, and deleted otherwise
   */
  public FinalState run(String label, String parameters) throws IOException {
    try (Progress progress = session.console().progress(label)) {
      CheckpointFolder state = resume(label, parameters).orElse(null);
      int resumedAt = state == null ? 0 : state.checkpoint().iteration();
      if (state == null) {
        Files.delete(fs, step.staging(BUILDING));
        state = publish(engine.start(step.staging(BUILDING)));
      }
      StopRule.Verdict verdict = engine.after(rule, state.checkpoint().history());
      while (verdict.continues()) {
        progress.update(engine.describe(state.checkpoint().last()));
        state = advance(state);
        prune();
        listener.accept(state.checkpoint().last());
        verdict = engine.after(rule, state.checkpoint().history());
      }
      progress.done(verdict.words() + ": " + engine.describe(state.checkpoint().last()));
      return new FinalState(state, verdict, resumedAt);
    } catch (IOException | RuntimeException e) {
      leaveNoStart(e);
      throw e;
    }
  }

  /**
   * Cleans up after a failure before the first checkpoint: such a run has nothing to continue from.
   */
  private void leaveNoStart(Exception failure) {
    try {
      if (published().stream().anyMatch(checkpoint -> number(checkpoint) > 0)) {
        return;
      }
      step.abort();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private CheckpointFolder advance(CheckpointFolder state) throws IOException {
    Path building = step.staging(BUILDING);
    Files.delete(fs, building);
    Checkpoint done = engine.advance(state, building);
    List<Iteration> history = new ArrayList<>(state.checkpoint().history());
    for (Iteration iteration : done.history()) {
      history.add(iteration);
      engine.check(List.copyOf(history));
    }
    return publish(done.after(state.checkpoint()));
  }

  private CheckpointFolder publish(Checkpoint checkpoint) throws IOException {
    Path building = step.staging(BUILDING);
    CheckpointFolder.write(conf, building, checkpoint);
    Path published = step.staging(PREFIX + checkpoint.iteration());
    Files.delete(fs, published);
    Files.sync(fs, building);
    Files.rename(conf, building, published);
    return CheckpointFolder.open(conf, published);
  }

  private Optional<CheckpointFolder> resume(String label, String parameters) throws IOException {
    Path file = step.staging(PARAMETERS);
    if (fs.exists(file)) {
      if (parameters.equals(new String(Files.read(fs, file), StandardCharsets.UTF_8))) {
        return newestValid(label);
      }
      session.console().info(label + ": the interrupted run had other parameters; starting again");
    }
    Files.delete(fs, file.getParent());
    Files.writeNew(conf, file, parameters.getBytes(StandardCharsets.UTF_8));
    return Optional.empty();
  }

  private Optional<CheckpointFolder> newestValid(String label) throws IOException {
    List<Path> published = published();
    for (int i = published.size() - 1; i >= 0; i--) {
      Path folder = published.get(i);
      try {
        CheckpointFolder state = CheckpointFolder.open(conf, folder);
        state.verify();
        session.console().info(label + ": resuming after iteration " + number(folder));
        return Optional.of(state);
      } catch (IOException e) {
        session
            .console()
            .info(label + ": checkpoint " + number(folder) + " is damaged: " + e.getMessage());
        Files.delete(fs, folder);
      }
    }
    return Optional.empty();
  }

  private void prune() throws IOException {
    List<Path> published = published();
    for (Path old : published.subList(0, Math.max(0, published.size() - KEPT))) {
      Files.delete(fs, old);
    }
  }

  private List<Path> published() throws IOException {
    List<Path> found = new ArrayList<>();
    try {
      for (FileStatus status : fs.listStatus(step.staging(PARAMETERS).getParent())) {
        if (status.getPath().getName().matches(PREFIX + "\\d+")) {
          found.add(status.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      return found;
    }
    found.sort(Comparator.comparingInt(PowerIteration::number));
    return found;
  }

  private static int number(Path folder) {
    return Integer.parseInt(folder.getName().substring(PREFIX.length()));
  }
}
