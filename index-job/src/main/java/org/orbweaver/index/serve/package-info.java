/**
 * The search page and its API.
 *
 * <p>{@link org.orbweaver.index.serve.HttpService} listens, bounds and guards, {@link
 * org.orbweaver.index.serve.SearchHandler} answers, with as many concurrent searches as there are
 * cores. {@link org.orbweaver.index.serve.LiveIndex} holds the newest build and replaces it while
 * questions to the old one are still being answered. {@link org.orbweaver.index.serve.SearchPage}
 * selects the values to show, {@link org.orbweaver.index.serve.Template} fills them into the HTML
 * beside these classes, and escapes all of them: crawled pages are always treated as hostile.
 *
 * <p>For an index on several servers, {@link org.orbweaver.index.serve.ShardServer} serves some
 * shards, {@link org.orbweaver.index.serve.ShardClient} asks them, with replicas, and {@link
 * org.orbweaver.index.serve.Broker} merges their answers.
 */
package org.orbweaver.index.serve;
