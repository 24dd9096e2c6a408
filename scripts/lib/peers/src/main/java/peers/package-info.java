/**
 * PageRank by other libraries, each a program that prints a figure and its number a line: what
 * {@code scripts/bench pagerank} sets ours beside.
 */
package peers;
