/**
 * What owners say of the use of their content: IETF aipref's Content-Usage, Content-Signal, TDMRep,
 * noai. Each source becomes a {@link org.orbweaver.crawler.usage.UsageStatement} in one small
 * vocabulary, {@link org.orbweaver.crawler.usage.Use}, with the version of the words that it was
 * read by and its own text; {@link org.orbweaver.crawler.usage.UsagePreferences} combines them.
 *
 * <p>The fetch reads what the host's files say and keeps it with the content; the parse adds
 * headers and meta elements. Files are read by {@link org.orbweaver.crawler.robots}.
 */
package org.orbweaver.crawler.usage;
