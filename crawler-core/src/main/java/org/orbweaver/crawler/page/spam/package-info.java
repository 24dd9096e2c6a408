/**
 * Signals of web spam: text and links hidden by style, repeated keywords, doorway pages. {@link
 * org.orbweaver.crawler.page.spam.SpamCollector} measures them while a page's elements are visited;
 * {@link org.orbweaver.crawler.page.spam.SpamSignals} is the result. A hidden element alone proves
 * nothing, since menus, tabs, dialogs and words for screen readers are hidden too; its text and the
 * amount of it count.
 */
package org.orbweaver.crawler.page.spam;
