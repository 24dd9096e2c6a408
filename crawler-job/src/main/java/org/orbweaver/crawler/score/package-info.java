/** Orders of crawling: Orbweaver's own, and the one in force. */
package org.orbweaver.crawler.score;
