/**
 * The files of an index, {@code index/<build>/}: its description ({@link
 * org.orbweaver.index.store.IndexMeta}), its shards in place ({@link
 * org.orbweaver.index.store.StoreDirectory}) and as local copies ({@link
 * org.orbweaver.index.store.LocalShards}), the documents that it hides ({@link
 * org.orbweaver.index.store.Deletions}) and the model of its topics.
 */
package org.orbweaver.index.store;
