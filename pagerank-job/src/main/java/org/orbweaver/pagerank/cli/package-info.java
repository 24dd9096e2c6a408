/** The commands: {@code pagerank}, {@code trustrank} and their readers. */
package org.orbweaver.pagerank.cli;
