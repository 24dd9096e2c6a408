package org.orbweaver.crawler.browser;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How pages are rendered.
 *
 * @param executable the program of Chromium, or a name to be looked for in the path
 * @param folder where each browser gets a folder of its own for its profile, removed with it
 * @param hasSandbox whether Chromium's sandbox is on; root can only run it without
 * @param userAgent the User-Agent that scripts see, the crawler's
 * @param tabs pages rendered at once in one browser
 * @param pagesPerBrowser pages after which a browser is replaced
 * @param maxMemoryMb memory of all processes of a browser, in megabytes, beyond which it is
 *     replaced
 * @param maxTime of a page until it is quiet, without its waits for requests
 * @param maxRequests of a page that are loaded
 * @param maxHtmlBytes of the resulting document
 * @param post the POSTs of a page that are made
 */
public record BrowserSettings(
    String executable,
    Path folder,
    boolean hasSandbox,
    String userAgent,
    int tabs,
    int pagesPerBrowser,
    int maxMemoryMb,
    Duration maxTime,
    int maxRequests,
    int maxHtmlBytes,
    PostMode post) {}
