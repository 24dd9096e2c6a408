/**
 * Signals of web spam: text and links hidden by style, repeated keywords, doorway pages. {@link
 * org.orbweaver.crawler.page.spam.SpamCollector} measures them while a page's elements are visited;
 * {@link org.orbweaver.crawler.page.spam.SpamSignals} is the result. That an element is hidden says
 * nothing by itself, since menus, tabs, dialogs and words for screen readers are; what is hidden,
 * and how much of it, does.
 */
package org.orbweaver.crawler.page.spam;
