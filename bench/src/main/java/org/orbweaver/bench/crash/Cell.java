package org.orbweaver.bench.crash;

import org.orbweaver.testkit.disk.Fault;
import org.orbweaver.testkit.disk.Mutation;

/**
 * A fault at a mutation of a phase.
 *
 * @param phase its name
 * @param at number of the mutation in the phase, from 1
 * @param mutation the mutation of that number in an undisturbed run
 * @param fault what happens
 */
record Cell(String phase, int at, Mutation mutation, Fault fault) {
  @Override
  public String toString() {
    return phase
        + ", "
        + fault
        + " at change "
        + at
        + ", "
        + mutation.kind()
        + " of "
        + mutation.file();
  }

  /** The command that repeats it. */
  String command(long seed) {
    return "scripts/bench crash --phase "
        + phase
        + " --fault "
        + fault
        + " --at "
        + at
        + " --seed "
        + seed;
  }
}
