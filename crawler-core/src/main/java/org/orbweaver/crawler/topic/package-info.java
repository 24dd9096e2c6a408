/** What pages are about: classes learned from labelled pages, and how likely each is. */
package org.orbweaver.crawler.topic;
