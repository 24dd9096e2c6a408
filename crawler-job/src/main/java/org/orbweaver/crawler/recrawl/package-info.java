/**
 * The fate of a URL, and when its page is visited again: the effect of each outcome of a fetch on
 * its entry in the crawldb, and when the entry may be in a fetch list again. Update applies it,
 * generate obeys it, {@code orb why} and {@code orb plan} explain it.
 *
 * <pre>
 * outcome                    status               failures   due again after
 * page, new or changed       fetched              0          the page's interval
 * page, same or not modified notmodified          0          the page's interval
 * page, cut in its body      as above             + 1        retry delay
 *   db.fetch.retry.max       as above             0          the page's interval
 *   times in a row
 * redirect                   redir_temp, _perm    0          the page's interval
 * failed                     unfetched            + 1        retry delay
 * failed db.fetch.retry.max  gone                 + 1        db.fetch.interval.max
 *   times in a row
 * gone, or forbidden by      gone                 as before  db.fetch.interval.max
 *   robots.txt
 * forbidden, the first of    gone                 as before  7 days
 *   its origin in a fetch
 * deferred: our doing        as before            as before  retry delay
 * refused: our settings      as before            as before  when the settings change
 * </pre>
 *
 * <p>The first nine are requests (or robots.txt's answer for one) and set the time of the
 * {@linkplain org.orbweaver.crawler.recrawl.LastFetch last fetch}, from which an entry recognises
 * results that are not news. No URL waits longer than db.fetch.interval.max from its last fetch,
 * even if that setting is lowered. The score never changes here.
 *
 * <p>Change rates, policies and clocks of hosts are algorithms of crawler-core's package of the
 * same name. Here are their records: a page's {@linkplain
 * org.orbweaver.crawler.recrawl.RecordedHistory history} in its entry, and the {@linkplain
 * org.orbweaver.crawler.recrawl.ClockIndex clocks} beside the store of hosts.
 */
package org.orbweaver.crawler.recrawl;
