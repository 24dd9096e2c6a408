/**
 * Commands of indexing and search: {@code index}, {@code search}, {@code read index}.
 *
 * <p>{@link org.orbweaver.index.build} makes an index, {@link org.orbweaver.index.search} searches
 * it, {@link org.orbweaver.index.schema} defines a page for both.
 */
package org.orbweaver.index;
