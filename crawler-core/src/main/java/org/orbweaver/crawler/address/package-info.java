/**
 * The addresses of hosts: {@link org.orbweaver.crawler.address.CachedDns} resolves names, {@link
 * org.orbweaver.crawler.address.HostsFile} those of a private web, and {@link
 * org.orbweaver.crawler.address.AddressGuard} refuses the addresses that a page from outside must
 * not reach, also those that IPv6 addresses embed.
 */
package org.orbweaver.crawler.address;
