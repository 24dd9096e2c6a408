/**
 * Fuzz targets: each feeds bytes made by Jazzer to code that reads what others wrote, and compares
 * the outcome with an oracle of its own. {@code scripts/fuzz} lists and runs them. In a build they
 * run over the kept inputs alone, those of {@code src/test/resources/.../XxxFuzzInputs/METHOD}.
 */
package org.orbweaver.fuzz;
