/**
 * What holds for a part of the web alone: {@link org.orbweaver.crawler.site.Sites} reads the
 * blocks, {@link org.orbweaver.crawler.site.SiteFetcher} sends what they say, and {@link
 * org.orbweaver.crawler.site.FormLogin} logs in where a form asks for it. {@link
 * org.orbweaver.crawler.site.SiteBlock#mayHaveSecrets} alone decides where a secret may go.
 */
package org.orbweaver.crawler.site;
