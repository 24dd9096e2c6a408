/** Apache Nutch's plugins as parts of a crawl: its interfaces are called by ours. */
package org.orbweaver.crawler.nutch;
