/**
 * Reads files and folders as pages: {@link org.orbweaver.crawler.fetch.source.SourceProtocol}
 * decides what may be read, {@link org.orbweaver.crawler.fetch.source.LocalFiles} and {@link
 * org.orbweaver.crawler.fetch.source.HadoopFiles} read it.
 */
package org.orbweaver.crawler.fetch.source;
