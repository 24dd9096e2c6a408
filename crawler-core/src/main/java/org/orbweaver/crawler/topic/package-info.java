/** Topics of pages: classes learned from labelled pages, with probabilities. */
package org.orbweaver.crawler.topic;
