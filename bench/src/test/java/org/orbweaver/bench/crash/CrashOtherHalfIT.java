package org.orbweaver.bench.crash;

/** The other half of a commit's slice. */
class CrashOtherHalfIT extends CrashSliceIT {
  @Override
  int first() {
    return SLICES;
  }
}
