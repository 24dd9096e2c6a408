/** What the crawler's origin serves about the crawler: its keys, a card, addresses, a page. */
package org.orbweaver.orb.identity;
