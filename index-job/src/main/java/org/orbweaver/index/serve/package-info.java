/**
 * The search page and its API.
 *
 * <p>{@link org.orbweaver.index.serve.HttpService} listens, bounds and guards, {@link
 * org.orbweaver.index.serve.SearchHandler} answers: as many searches as there are cores at a time.
 * {@link org.orbweaver.index.serve.LiveIndex} holds the newest build and replaces it while
 * questions to the old one are still being answered. {@link org.orbweaver.index.serve.SearchPage}
 * says what is shown, {@link org.orbweaver.index.serve.Template} writes it into the HTML beside
 * these classes, and escapes all of it: pages that were crawled are hostile until proven otherwise,
 * and here they never are.
 *
 * <p>Of an index on several servers, {@link org.orbweaver.index.serve.ShardServer} serves some
 * shards, {@link org.orbweaver.index.serve.ShardClient} asks them, with replicas, and {@link
 * org.orbweaver.index.serve.Broker} makes one answer of theirs.
 */
package org.orbweaver.index.serve;
