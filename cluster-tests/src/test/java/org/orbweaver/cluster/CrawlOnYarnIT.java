package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.lucene.document.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.testkit.MadeQueries;
import org.orbweaver.testkit.Response;

/**
 * The whole path end to end on an in-process HDFS and YARN; the result is that of a local run. The
 * job jars are shipped, and tasks run in containers, where a parser process reads a PDF, except for
 * some phases whose jobs are small enough for the command's own process.
 *
 * <p>The index on the cluster also gives the same answers as one that an IndexWriter makes here of
 * the same crawl.
 *
 * <p>Plugins take part: in the local run in the command, else only in the tasks, to which YARN
 * brings them.
 *
 * <p>One round only. Jobs of at most one reducer run in their application master's process (uber),
 * so that a job takes one container; that of the index, of two shards, has one for each task and a
 * shuffle between them.
 */
class CrawlOnYarnIT {
  private static final String DOCUMENT = '"' + SmallWeb.DOCUMENT_WORDS + '"';
  private static final String TRACK = "\"heron flies\"";
  private static final String TRACK_FIELDS = "form:track length:14";
  private static final List<String> QUERIES =
      List.of("quokka", "page", DOCUMENT, TRACK, TRACK_FIELDS);

  private static final String HOST = "extra.test";

  /** To URLs that the plugin and Nutch's refuse; the fetch comes to them only in its tasks. */
  private static final Map<String, String> REDIRECTS =
      Map.of("/one", "/forbidden", "/other", "/unwanted");

  private static final int ORACLE_QUERIES = 300;

  /** Applications whose text their scripts write. */
  private static final Set<String> APPS = Set.of("fetch-json", "xhr", "lazy-list");

  @TempDir private static Path temp;
  private static MiniMRYarnCluster yarn;
  private static SmallWeb web;
  private static String document;
  private static TaskPlugins plugins;

  @BeforeAll
  static void start() throws Exception {
    web = new SmallWeb(temp, 1, 4);
    document = web.addDocument();
    web.web().on(HOST, "/walk.trk", Response.text("heron-flies-in"));
    REDIRECTS.forEach((from, to) -> web.web().redirect(HOST, from, 301, to));
    plugins = new TaskPlugins(temp);
    Configuration conf = MiniHdfs.conf();
    conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, 4096);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 512);
    // A job's application master lives 5 s longer than the job: the next one need not wait for it.
    conf.setFloat("yarn.scheduler.capacity.maximum-am-resource-percent", 1);
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 99.9f);
    yarn = new MiniMRYarnCluster("orbweaver", 1);
    yarn.init(conf);
    yarn.start();
  }

  @AfterAll
  static void stop() {
    yarn.stop();
    web.close();
  }

  private static List<String> options() {
    List<String> options = new ArrayList<>(web.options());
    options.addAll(List.of("-D", "orbweaver.crawldb.parts=1", "-D", "orbweaver.generate.parts=1"));
    return options;
  }

  private static List<String> seeds() {
    List<String> seeds = new ArrayList<>(web.seeds());
    seeds.add(document);
    seeds.add(web.web().url(HOST, "/walk.trk"));
    REDIRECTS.keySet().forEach(path -> seeds.add(web.web().url(HOST, path)));
    return seeds;
  }

  private static int jobs() {
    return yarn.getResourceManager().getRMContext().getRMApps().size();
  }

  @Test
  void comesToWhatALocalRunComesTo() throws Exception {
    Configuration local = plugins.in("command", new Configuration());
    String file = temp.resolve("crawl").toString();
    List<String> crawl = new ArrayList<>(List.of("crawl"));
    crawl.addAll(seeds());
    crawl.addAll(List.of(file, "--rounds", "1"));
    OrbRun.ok(local, crawl, options().toArray(String[]::new));
    CrawlResult expected = CrawlResult.of(local, file, QUERIES);

    Configuration conf = plugins.in("task", containers());
    web.web().log().clear();
    List<String> inject = new ArrayList<>(List.of("inject"));
    inject.addAll(seeds());
    inject.add("/crawl");
    OrbRun.ok(conf, inject, options().toArray(String[]::new));
    run(conf, "generate");
    assertEquals(0, jobs(), "small jobs on the cluster");
    run(conf, "fetch");
    assertEquals(1, jobs(), "a fetch goes to the cluster");
    run(onYarn(conf), "parse");
    run(conf, "update", "links", "graph");
    assertEquals(2, jobs(), "small jobs on the cluster");
    run(onYarn(conf), "pagerank", "index");
    assertTrue(jobs() >= 4, () -> "" + jobs());

    assertEquals(Map.of(), web.repeated(), "pages that were asked for twice");
    CrawlResult result = CrawlResult.of(conf, "/crawl", QUERIES);
    result.assertSame(expected);
    assertPluginsWorkedInTasks(conf, result);
    assertTrue(expected.pages().containsValue("db_fetched"));
    assertTrue(expected.ranks().size() > 1, () -> "" + expected.ranks());
    assertEquals(List.of(document), expected.found().get(DOCUMENT));
    assertAnswersAreThoseOfTheOracle(conf);
  }

  /**
   * Compares the index on the cluster with one that an IndexWriter makes here of the same crawl.
   */
  private static void assertAnswersAreThoseOfTheOracle(Configuration conf) throws IOException {
    Configuration local = plugins.in("command", new Configuration());
    File copy = temp.resolve("copy").toFile();
    org.apache.hadoop.fs.Path crawl = new org.apache.hadoop.fs.Path("/crawl");
    FileUtil.copy(crawl.getFileSystem(conf), crawl, copy, false, conf);
    // On HDFS it is a folder.
    FileUtil.fullyDelete(new File(copy, ".lock"));
    OrbRun.ok(local, List.of("index", copy.toString(), "--full", "--writer", "indexwriter"));
    try (SearchIndex inverted = SearchIndex.openLatest(conf, CrawlDir.open(conf, "/crawl"));
        SearchIndex oracle = SearchIndex.openLatest(local, CrawlDir.open(local, "" + copy))) {
      assertTrue(!oracle.meta().build().equals(inverted.meta().build()), "two indexes");
      int found = 0;
      for (String query : new MadeQueries(pages(oracle), 1).next(ORACLE_QUERIES)) {
        SearchRequest request = new SearchRequest(query, 0, 10, true, true, true);
        SearchResult expected = oracle.search(request);
        SearchResult actual = inverted.search(request);
        assertEquals(expected.hits(), actual.hits(), query);
        assertEquals(expected.total(), actual.total(), query);
        assertEquals(expected.facets(), actual.facets(), query);
        found += expected.total() > 0 ? 1 : 0;
      }
      assertTrue(found > ORACLE_QUERIES / 2, "found something: " + found);
    }
  }

  private static List<MadeQueries.Page> pages(SearchIndex index) throws IOException {
    List<MadeQueries.Page> pages = new ArrayList<>();
    for (int doc = 0; doc < index.reader().maxDoc(); doc++) {
      Document page = index.reader().storedFields().document(doc);
      String text = page.get("main");
      if (text != null) {
        String title = page.get("title") == null ? "" : page.get("title");
        pages.add(new MadeQueries.Page(page.get("url"), title, text, "en", "html"));
      }
    }
    return pages;
  }

  /** A node without a browser costs a round nothing but the rendering; one that has it renders. */
  @Test
  void rendersInContainersOfNodesWithABrowser() throws Exception {
    Configuration local = new Configuration(yarn.getConfig());
    local.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    List<String> inject = new ArrayList<>(List.of("inject"));
    inject.addAll(web.addApps(APPS));
    inject.addAll(List.of("/apps", "-D", "orbweaver.render=auto"));
    // A build may run as root, for whom Chromium has no sandbox.
    inject.addAll(List.of("-D", "orbweaver.render.sandbox=false"));
    OrbRun.ok(local, inject, web.options().toArray(String[]::new));
    for (String phase : List.of("generate", "fetch", "parse")) {
      OrbRun.ok(local, List.of(phase, "/apps"));
    }
    Optional<Path> chromium = Chromium.find("chromium");
    boolean hasBrowser = chromium.isPresent();
    // By its path, as a container may have another PATH.
    String program = chromium.map(Path::toString).orElse("no-such-browser");
    String browser = "orbweaver.render.browser=" + program;
    int before = jobs();
    Configuration conf = onYarn(containers());
    conf.unset(MRJobConfig.MAP_MEMORY_MB); // A task has room for its browser unless this is set.
    OrbRun run = OrbRun.ok(conf, List.of("render", "/apps"), "-D", browser);
    String said = run.out() + run.err();
    assertTrue(jobs() > before, "rendered on the cluster");
    int all = APPS.size();
    String expected =
        hasBrowser
            ? all + " pages rendered, " + all + " gained"
            : "0 pages rendered, 0 gained, 0 requests, 0.00 CPU s a page; other pages stay as they"
                + " were fetched: no browser: no-such-browser is not a program";
    assertTrue(said.contains(expected), said);
    OrbRun.ok(local, List.of("update", "/apps"));
    assertEquals(Map.of(), web.repeated(), "what was asked for twice");
  }

  private static void assertPluginsWorkedInTasks(Configuration conf, CrawlResult result)
      throws IOException {
    String track = web.web().url(HOST, "/walk.trk");
    assertEquals(List.of(track), result.found().get(TRACK));
    assertEquals(List.of(track), result.found().get(TRACK_FIELDS));
    REDIRECTS.forEach(
        (from, to) -> {
          assertEquals(1, web.web().log().requestsFor(HOST, from).size(), from);
          assertEquals(List.of(), web.web().log().requestsFor(HOST, to));
          assertEquals("db_redir_perm", result.pages().get(web.web().url(HOST, from)));
          assertFalse(result.pages().containsKey(web.web().url(HOST, to)), to);
        });
    String read =
        OrbRun.ok(conf, List.of("read", "segment", "/crawl", "--url", track, "--json")).out() + "";
    assertTrue(read.matches(".*\"author\":\"[^\"]*ParserMain\".*"), read);
    String inForce = Plugins.summary(conf);
    assertTrue(inForce.matches("probe \\S+, plugins of Nutch \\S+"), inForce);
    List<StepRecord> steps = Steps.readHistory(CrawlDir.open(conf, "/crawl"));
    assertTrue(steps.stream().anyMatch(it -> it.name().equals("index")), () -> "" + steps);
    for (StepRecord step : steps) {
      assertEquals(inForce, step.results().get(StepRecord.PLUGINS), step.name());
    }
  }

  private static void run(Configuration conf, String... phases) {
    for (String phase : phases) {
      OrbRun.ok(conf, List.of(phase, "/crawl"));
    }
  }

  /** Sends small jobs to the cluster, too. */
  private static Configuration onYarn(Configuration conf) {
    Configuration all = new Configuration(conf);
    all.setInt("orbweaver.job.local.max.mb", 0);
    return all;
  }

  private static Configuration containers() {
    Configuration conf = new Configuration(yarn.getConfig());
    // As on a real cluster: a container has Hadoop's class path, not that of the tests.
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, false);
    conf.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, Processes.hadoopsClassPath());
    conf.setBoolean("mapreduce.job.ubertask.enable", true);
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 100);
    String java =
        "-Xmx700m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true";
    for (String process : List.of("map", "reduce")) {
      conf.setInt("mapreduce." + process + ".memory.mb", 1024);
      conf.set("mapreduce." + process + ".java.opts", java);
    }
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 1024);
    conf.set("yarn.app.mapreduce.am.command-opts", java);
    return conf;
  }
}
