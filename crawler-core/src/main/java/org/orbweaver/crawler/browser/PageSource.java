package org.orbweaver.crawler.browser;

import java.util.List;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * A fetched page to render.
 *
 * @param url its URL
 * @param status the HTTP status of its answer
 * @param headers of its answer, as sent
 * @param body decoded from its content codings, not from its character encoding
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
public record PageSource(String url, int status, List<Header> headers, byte[] body) {}
