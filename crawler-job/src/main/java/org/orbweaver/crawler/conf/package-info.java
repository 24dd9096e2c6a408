/**
 * The settings of a crawl: the configuration keys that the phases share, and what is read from
 * several of them at once. Depends on no phase.
 */
package org.orbweaver.crawler.conf;
