/** The commands {@code hits} and {@code read hits}, and the lines of {@code orb why}. */
package org.orbweaver.hits.cli;
