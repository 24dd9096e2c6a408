/**
 * The schema of the index: the fields of a page, the analysis of their text, the weights of
 * anchors.
 *
 * <p>Both sides depend on this package: {@link org.orbweaver.index.build} writes {@link
 * org.orbweaver.index.schema.Page}s through {@link org.orbweaver.index.schema.Documents}, and
 * {@link org.orbweaver.index.search} reads them by the same terms. The package is independent of
 * Hadoop.
 *
 * <h2>Fields</h2>
 *
 * {@link org.orbweaver.index.schema.IndexField} lists them. The <i>zones</i> (title, headings,
 * meta, body, anchor, url_parts) hold words with positions. The rest are exact values: {@code url},
 * {@code site} (the host and each of its suffixes, so that {@code site:example.org} is one term),
 * {@code lang}, {@code type}, and {@code title_exact}, a whole title or one part of it as a single
 * term: the query <i>create table</i> finds <i>CREATE TABLE</i> before <i>CREATE TABLE AS</i>
 * through it, and since its inverse document frequency counts, the site's name that ends each title
 * is worth nothing.
 *
 * <p>{@code pairs} has the pairs of neighbouring common words of a page, for phrases made of them
 * ({@link org.orbweaver.index.schema.CommonPairs}).
 *
 * <p>The body is stored (Lucene compresses stored fields by blocks) and analysed again for the few
 * pages shown: for highlighting that is cheaper than term vectors, which would be paid for by each
 * page at indexing time. PageRank is stored as a {@link org.apache.lucene.document.FeatureField} (9
 * significant bits, for scoring with skipping) and exactly in a doc value, for display.
 *
 * <h2>Analysis</h2>
 *
 * One analysis for all languages ({@link org.orbweaver.index.schema.Analysis}): Unicode's word
 * breaks (UAX #29), words of Thai and its neighbours by dictionary, parts of names and elisions
 * taken apart ({@code postgresql.conf}, {@code l'eau}), lower case, full and half width unified,
 * accents folded. Stop words are indexed. Chinese and Japanese are indexed as single characters and
 * as pairs, and asked for by pairs. Pages carry each word's stem in their language ({@link
 * org.orbweaver.index.schema.Stemmer}) at the word's own position, so that a query finds
 * <i>creating</i> for <i>create</i> but the form that was typed counts more, and phrases stay
 * exact. In the same way they carry the parts of compounds ({@link
 * org.orbweaver.index.schema.Compounds}), the base forms of Japanese verbs ({@link
 * org.orbweaver.index.schema.JapaneseBaseForms}), and numbers and dates in one form ({@link
 * org.orbweaver.index.schema.Numbers}). A query is stemmed in the languages of the index ({@link
 * org.orbweaver.index.schema.QueryLanguages}). The filters share the data of a term ({@link
 * org.orbweaver.index.schema.Form}), so that it is looked up once an occurrence. {@link
 * org.orbweaver.index.schema.LatinWordsFilter} takes words of Latin letters past tokenizer, parts
 * and lower case; filters after it see the same attributes as those of the chain.
 *
 * <h2>Anchors</h2>
 *
 * {@link org.orbweaver.index.schema.Anchors}: the names that other pages give this one. A text
 * counts by the hosts that use it, and by the logarithm of how often each does, so that a site's
 * own navigation, repeated on each of its pages, does not outvote the rest of the web.
 */
package org.orbweaver.index.schema;
