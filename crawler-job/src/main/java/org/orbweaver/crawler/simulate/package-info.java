/** {@code simulate}: what policies would do, replayed on known changes; needs no crawl. */
package org.orbweaver.crawler.simulate;
