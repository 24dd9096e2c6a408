/**
 * Stores of records by key: folders of numbered parts, each a MapFile sorted by key (a sequence
 * file if the order does not matter) with block compression. All stores of a crawl are of this
 * kind, and only this package opens their files.
 *
 * <ul>
 *   <li>{@link org.orbweaver.common.sorted.SortedStore} is a store: check it, get a key, scan it.
 *   <li>{@link org.orbweaver.common.sorted.PartReader} reads a part from end to end and refuses one
 *       that is truncated, damaged or out of order; {@link
 *       org.orbweaver.common.sorted.StoreInputFormat} does so in a map task.
 *   <li>{@link org.orbweaver.common.sorted.SortedMerge} reads any number of sorted parts as one,
 *       with a bounded number of open files; {@link org.orbweaver.common.sorted.JoinCursor} reads
 *       several stores side by side.
 *   <li>{@link org.orbweaver.common.sorted.MergeJoinReducer} changes a store: it is read and
 *       written once, and only the changes are shuffled.
 *   <li>{@link org.orbweaver.common.sorted.StoreFiles} opens writers and sets the compression of
 *       job output.
 * </ul>
 */
package org.orbweaver.common.sorted;
