/**
 * What a release holds beyond the program: man pages and completions, made by picocli from the
 * commands themselves, and the licences of the libraries, taken from their jars. Run by the build.
 */
package org.orbweaver.dist;
