/**
 * Running MapReduce jobs: what every job of ours needs is set in one place, progress is shown, and
 * a failed job becomes one clear error.
 */
package org.orbweaver.common.job;
