/** The command {@code simulate}: replays policies on known changes; needs no crawl. */
package org.orbweaver.crawler.simulate;
