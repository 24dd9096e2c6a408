/** A plugin that crawls what WARC files contain, without a network. */
package org.orbweaver.plugins.warc;
