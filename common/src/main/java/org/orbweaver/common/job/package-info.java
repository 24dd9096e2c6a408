/**
 * Running MapReduce jobs: the settings that all jobs share are set in one place, progress is shown,
 * and a failed job becomes one clear error.
 */
package org.orbweaver.common.job;
