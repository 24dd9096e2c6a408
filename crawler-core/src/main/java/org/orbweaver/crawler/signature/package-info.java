/**
 * Who the crawler is: requests signed by Web Bot Auth, and a verifier of such signatures.
 *
 * <p>The profile is that of <a
 * href="https://datatracker.ietf.org/doc/draft-meunier-webbotauth-httpsig-protocol/">
 * draft-meunier-webbotauth-httpsig-protocol</a> as of August 2026, over HTTP Message Signatures (<a
 * href="https://www.rfc-editor.org/rfc/rfc9421">RFC 9421</a>), with Ed25519 only.
 */
package org.orbweaver.crawler.signature;
