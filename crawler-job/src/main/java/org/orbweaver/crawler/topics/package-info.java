/**
 * Learns topics from the pages of a crawl that a file of labels names.
 *
 * <pre>
 * job     input                                shuffle                        output
 * learn   parse_data, parse_text beside it     (topic and set, sums)          sums of each topic
 * test    the same                             (topic and guess, pages)       counts of guesses
 * </pre>
 *
 * <p>A tenth of the pages, by their URL's hash, is held out: the model of the others is tested on
 * them, which gives the temperature of the probabilities and the figures that are printed. The
 * model that is kept has learned from all pages. It is {@code topics/model} in the crawl directory.
 */
package org.orbweaver.crawler.topics;
