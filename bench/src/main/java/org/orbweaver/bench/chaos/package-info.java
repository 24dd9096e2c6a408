/**
 * A crawl on real Hadoop daemons under fire: {@link org.orbweaver.bench.chaos.ChaosLab} lets one
 * process or disk fail in each phase, and compares what the crawl holds afterwards with an
 * undisturbed one.
 */
package org.orbweaver.bench.chaos;
