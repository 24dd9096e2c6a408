/** The keys that say who the crawler is, and its settings; their use is in {@code signature}. */
package org.orbweaver.crawler.identity;
