/**
 * Crash tests: {@link org.orbweaver.bench.crash.CrashLab} runs the commands of a small crawl over a
 * disk with a fault, and compares what the crawl holds afterwards with an undisturbed one.
 */
package org.orbweaver.bench.crash;
