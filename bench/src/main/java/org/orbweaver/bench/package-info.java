/**
 * The measurements of {@code scripts/bench}. A benchmark is a {@link org.orbweaver.bench.Bench}: it
 * runs programs in {@linkplain org.orbweaver.bench.MeasuredProcess measured processes} and reports
 * {@link org.orbweaver.bench.Figures}, some with a target.
 *
 * <p>The largest is that of fetching. Three processes share the machine: the fake web of the test
 * kit; the {@code fetch} command over a segment that inject and generate made, in a Java process
 * with the flags of {@code scripts/orb}; and before it, over the same URLs, a {@linkplain
 * org.orbweaver.bench.BareClient loop over the HTTP client alone}, whose CPU time is the yardstick.
 * The fetcher is not instrumented: its CPU time and memory are read from {@code /proc} while it
 * works ({@link org.orbweaver.bench.MeasuredProcess}), and its requests from the web's log ({@link
 * org.orbweaver.bench.ServedRequests}). So the figures stay valid for any change of the fetcher,
 * and include all of its costs.
 *
 * <pre>{@code
 * Scenario ── FakeWebMain ───── inject, generate ──► crawl
 *                   │                                  │ copied for each run
 *                   │◄── BareClient (CPU)              ▼
 *                   │◄───────────────────────── orb fetch (CPU, memory)
 *                   └──► log of requests ──► ServedRequests ──► Figures
 * }</pre>
 */
package org.orbweaver.bench;
