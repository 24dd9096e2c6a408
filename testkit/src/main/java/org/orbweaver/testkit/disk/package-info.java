/** A disk on which each write may be the last: simulated crashes, full disks and errors. */
package org.orbweaver.testkit.disk;
