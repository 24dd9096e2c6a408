/**
 * Doctor: looks over the machine, the settings and a crawl's stores, and says what to do about what
 * is wrong. Each check has a name and is a small function of what it looks at; a finding is ok, a
 * note, or something that must be mended.
 */
package org.orbweaver.orb.doctor;
