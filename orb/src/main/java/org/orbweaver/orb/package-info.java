/**
 * The {@code orb} command: it joins the phases of all modules and drives the whole path, from a
 * seed list to a searchable index. Its classes are not shipped to tasks; each job sets the job jar
 * of its own module.
 */
package org.orbweaver.orb;
