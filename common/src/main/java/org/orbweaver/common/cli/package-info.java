/**
 * The command line: subcommands on picocli, and Hadoop's generic options in any position.
 *
 * <p>Results go to standard output, progress and notes to standard error, so that {@code orb search
 * … --json | jq} works. Errors are one line: the fault, its place and the remedy. Text from the web
 * passes {@link org.orbweaver.common.text.Console#safe} before it reaches a terminal.
 */
package org.orbweaver.common.cli;
