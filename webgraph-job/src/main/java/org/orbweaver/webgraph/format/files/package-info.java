/** The bytes of a graph's files: read and written anywhere, measured, coded as varints. */
package org.orbweaver.webgraph.format.files;
