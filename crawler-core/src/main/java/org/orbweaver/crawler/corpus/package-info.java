/**
 * What of a crawl becomes a corpus of texts for training and measuring language models: {@link
 * org.orbweaver.crawler.corpus.CorpusRecipe} takes pages by language, duplicates and a sample, and
 * {@link org.orbweaver.crawler.corpus.Preset} by published rules of quality.
 *
 * <p>The names of the reasons are those of datatrove's filters where these have them, so that
 * counts can be compared.
 */
package org.orbweaver.crawler.corpus;
