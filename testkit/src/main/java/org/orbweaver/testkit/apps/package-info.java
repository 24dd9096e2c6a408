/**
 * Small applications whose text is written by scripts, with the text that a reader sees: {@link
 * org.orbweaver.testkit.apps.RenderedApps} reads them from the files of this package.
 *
 * <p>A file has several. One begins with {@code === name}, and {@code hostile} after the name if no
 * text of the page is expected, and it must harm no other page. Then come lines {@code expect:},
 * {@code absent:} and {@code link:}, and its answers to requests: a line {@code -- /path} or {@code
 * -- //other.host/path}, the first of which is its page, and the body up to the next one. After the
 * path may be {@code type=}, {@code status=}, {@code charset=}, {@code gzip}, {@code hang}, and
 * headers as {@code Name=value} with + for a blank; {@code needs=Name:value} is a header without
 * which the answer is 401, {@code posted=} a part of the body of a POST, without which it is, too.
 * {@code {port}} in a body is the port with its colon. Under {@code /lib/NAME/} are the files of
 * the WebJar of that name, which modules that run the applications have on their class path.
 */
package org.orbweaver.testkit.apps;
