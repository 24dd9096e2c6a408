/**
 * The demo: a small web of real text that the command serves itself on loopback, so that the first
 * crawl needs neither a network nor data.
 *
 * <p>{@link org.orbweaver.orb.demo.DemoWeb} answers for eight hosts:
 *
 * <table>
 *   <caption>Hosts of the demo</caption>
 *   <tr><td>docs.demo</td><td>this project's documentation; links to all others</td></tr>
 *   <tr><td>wonderland.demo</td><td>Alice's Adventures in Wonderland</td></tr>
 *   <tr><td>reader.demo</td><td>the same chapters in another frame: near duplicates</td></tr>
 *   <tr><td>arden.demo</td><td>As You Like It</td></tr>
 *   <tr><td>mirror.demo</td><td>arden.demo byte for byte: exact duplicates</td></tr>
 *   <tr><td>milton.demo</td><td>Paradise Lost, Books I to IV</td></tr>
 *   <tr><td>law.demo</td><td>founding papers of the United States; robots.txt forbids /drafts/</td></tr>
 *   <tr><td>old.demo</td><td>redirects: permanent, temporary, a chain, a loop; dead links</td></tr>
 * </table>
 *
 * <p>From {@code docs.demo} everything can be reached; nothing links out of the demo.
 *
 * <p>Texts: the resource {@code SOURCES} lists each with its origin and license.
 */
package org.orbweaver.orb.demo;
