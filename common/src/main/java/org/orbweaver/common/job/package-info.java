/**
 * Running MapReduce jobs: one place for the settings that all jobs share, progress display, and one
 * clear error for a failed job.
 */
package org.orbweaver.common.job;
