/**
 * Owners' statements about the use of their content: IETF aipref's Content-Usage, Content-Signal,
 * TDMRep, noai. Each source becomes a {@link org.orbweaver.crawler.usage.UsageStatement} in one
 * small vocabulary, {@link org.orbweaver.crawler.usage.Use}, with its original text and the version
 * of its reader; {@link org.orbweaver.crawler.usage.UsagePreferences} combines them.
 *
 * <p>The fetch reads the statements in the host's files and stores them with the content; the parse
 * adds headers and meta elements. {@link org.orbweaver.crawler.robots} reads the files.
 */
package org.orbweaver.crawler.usage;
