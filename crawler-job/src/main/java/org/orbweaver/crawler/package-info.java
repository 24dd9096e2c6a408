/** The crawler's commands: those of its own, and the lists of all that its phases bring. */
package org.orbweaver.crawler;
