/**
 * Near-duplicates: pages whose main contents have a high Jaccard coefficient. Parse leaves a sketch
 * of each page in {@code parse_data}; after the rounds, {@link
 * org.orbweaver.crawler.dedup.near.NearPhase} compares the pages that are new, among themselves and
 * with all others, and records groups.
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
 *        │ pages whose group is another now
 *   ─ RepresentativesJobs ─► the page of each group that is to be kept
 *   ─ MergeJob ─► crawldb
 * </pre>
 *
 * <p>All stores are partitioned by their key's hash; each is read and written once in a run, and
 * only what is new is shuffled. A group stays together when a page that connected it changes.
 */
package org.orbweaver.crawler.dedup.near;
