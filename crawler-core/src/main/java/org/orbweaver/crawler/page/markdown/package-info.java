/**
 * From a page to Markdown: <a href="https://spec.commonmark.org/0.31.2/">CommonMark</a> with the
 * tables of <a href="https://github.github.com/gfm/#tables-extension-">GitHub's</a>.
 *
 * <p>{@link org.orbweaver.crawler.page.markdown.MarkdownConverter} walks the elements of an HTML
 * page once. It hands runs of text to {@code InlineText}, which escapes them and places emphasis,
 * links and code; and finished paragraphs, headings, tables and code blocks to {@code BlockWriter},
 * which knows the lists and quotes that are open. {@link
 * org.orbweaver.crawler.page.markdown.PlainMarkdown} does the same for documents without elements.
 *
 * <p>A parser of Markdown gives the same words back, whatever characters the page has. Markup that
 * CommonMark cannot express at its place (emphasis within a word before a quotation mark, say) is
 * left out; text never is.
 */
package org.orbweaver.crawler.page.markdown;
