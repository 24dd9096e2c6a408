/**
 * Doctor: checks the machine, the settings and a crawl's stores, and gives a remedy for each fault.
 * Each check has a name and is a small function of its inputs; a finding is ok, a note, or an error
 * to be fixed.
 */
package org.orbweaver.orb.doctor;
