/**
 * Commands of indexing and search: {@code index}, {@code search}, {@code read index}.
 *
 * <p>{@link org.orbweaver.index.build} makes an index, {@link org.orbweaver.index.search} asks it,
 * {@link org.orbweaver.index.schema} says what both mean by a page.
 */
package org.orbweaver.index;
