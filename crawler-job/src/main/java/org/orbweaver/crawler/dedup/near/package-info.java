/**
 * Near-duplicates: pages whose main contents have a high Jaccard coefficient. Parse writes a sketch
 * of each page into {@code parse_data}; after the rounds, {@link
 * org.orbweaver.crawler.dedup.near.NearPhase} compares new pages with each other and with all
 * others, and records groups.
 *
 * <pre>
 * parse_data, crawl_fetch of new segments
 *   ─ SketchesJob ─► duplicates/sketches   MapFile&lt;Text id, PageSketch&gt;
 *        │ keys of new sketches
 *   ─ CandidatesJob ─► duplicates/keys     MapFile&lt;Text key, BandPages&gt;
 *        │ pairs that share a key
 *   ─ VerifyJobs ─► pairs above the threshold
 *   ─ Components ─► stars
 *   ─ GroupsJobs ─► duplicates/groups      MapFile&lt;Text id, Membership&gt;
 *        │ pages whose group changed
 *   ─ RepresentativesJobs ─► the page of each group to keep
 *   ─ MergeJob ─► crawldb
 * </pre>
 *
 * <p>All stores are partitioned by their key's hash; each is read and written once in a run, and
 * only new data are shuffled. A group stays together when a page that connected it changes.
 */
package org.orbweaver.crawler.dedup.near;
