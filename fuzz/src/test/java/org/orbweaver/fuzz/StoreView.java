package org.orbweaver.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.ChecksumList;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlSettings;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.hosts.HostIndex;
import org.orbweaver.crawler.recrawl.ClockIndex;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.topics.TopicsPhase;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.runs.Rankings;

/** What the readers of a crawl's stores say, each as one text. */
final class StoreView {
  private final Configuration conf = new Configuration();
  private final List<String> urls = new ArrayList<>();

  /**
   * @param crawl whose URLs are looked up in the stores of all copies
   */
  StoreView(java.nio.file.Path crawl, java.nio.file.Path temp) throws IOException {
    DirectLocalFileSystem.install(conf);
    // A process opens a file once; here each look has to find the damage anew.
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.set("hadoop.tmp.dir", temp.toString());
    Path crawlDb = CrawlDir.open(conf, crawl.toString()).crawlDb();
    SortedStore.open(conf, crawlDb, CrawlDatum.class)
        .forEach((key, value) -> urls.add(key.toString()));
  }

  /** Reads the store that a file belongs to, as the commands that use it do. */
  String of(java.nio.file.Path root, String file) throws IOException {
    String[] names = file.split("/");
    Path crawl = new Path(root.toUri());
    Path folder = new Path(crawl, file).getParent();
    String name = names[names.length - 1];
    if (name.equals(ChecksumList.FILE)) {
      return files(folder);
    }
    return switch (names[0]) {
      case ".state" -> Steps.readHistory(CrawlDir.open(conf, root.toString())).toString();
      case ".settings" -> CrawlSettings.of(conf, root.toString()).toString();
      case "graph" -> graph(new Path(crawl, "graph/" + names[1]));
      case "index" -> index(root, new Path(crawl, "index/" + names[1]));
      case "topics" -> model(new Path(crawl, file));
      default ->
          switch (name) {
            case "outages" -> outages(folder.getParent());
            case "pages" -> pages(folder.getParent());
            case "clocks" -> clocks(folder.getParent());
            case "meta.json", "history.tsv" -> run(folder);
            case "data", "index" -> records(folder);
            default ->
                folder.getName().equals("ranks") ? ranks(folder) : records(new Path(crawl, file));
          };
    };
  }

  /** All files of a store, whatever is in them. */
  private String files(Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    CRC32C sum = new CRC32C();
    for (FileStatus child : Files.list(fs, folder)) {
      if (child.isDirectory()) {
        sum.update(files(child.getPath()).getBytes(StandardCharsets.UTF_8));
      } else if (!child.getPath().getName().startsWith(".")) {
        sum.update(Files.read(fs, child.getPath()));
      }
    }
    return Long.toString(sum.getValue());
  }

  private String records(Path part) throws IOException {
    CRC32C sum = new CRC32C();
    long count = 0;
    DataOutputBuffer bytes = new DataOutputBuffer();
    try (PartReader<Writable> reader = PartReader.ofAny(conf, part)) {
      for (; reader.next(); count++) {
        bytes.reset();
        reader.key().write(bytes);
        reader.value().write(bytes);
        sum.update(bytes.getData(), 0, bytes.getLength());
      }
    }
    return count + " records " + sum.getValue();
  }

  private String graph(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    GraphDir graph = GraphDir.open(conf, folder);
    text.append(graph.meta());
    for (Direction direction : Direction.values()) {
      graph.forEach(
          direction,
          graph.isWeighted(),
          (node, list) ->
              text.append(node).append(Arrays.toString(list.copyOfNeighbours())).append('\n'));
    }
    graph.outDegrees(0, graph.nodes(), (node, degree) -> text.append(degree).append(' '));
    try (NodeNames names = graph.names()) {
      for (int id = 0; id < graph.nodes(); id++) {
        text.append(names.id(names.name(id))).append(names.name(id)).append('\n');
      }
    }
    return text.toString();
  }

  private String ranks(Path folder) throws IOException {
    CheckpointFolder ranks = CheckpointFolder.open(conf, folder);
    ranks.verify();
    StringBuilder text = new StringBuilder(ranks.checkpoint().toString());
    for (String vector :
        ranks.checkpoint().slices().stream().map(slice -> slice.vector()).distinct().toList()) {
      text.append(Arrays.toString(ranks.read(vector)));
    }
    return text.toString();
  }

  private String run(Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    StringBuilder text = new StringBuilder(Rankings.readMeta(fs, folder).toString());
    Rankings.readHistory(fs, folder).forEach(line -> text.append(Arrays.toString(line)));
    return text.toString();
  }

  private String index(java.nio.file.Path root, Path build) throws IOException {
    CrawlDir dir = CrawlDir.open(conf, root.toString());
    StringBuilder text = new StringBuilder();
    try (SearchIndex index = SearchIndex.open(conf, dir, build)) {
      text.append(index.meta());
      for (String url : urls) {
        text.append(index.contains(url)).append(index.stored(url));
      }
      for (String query : List.of("page", "host:h0.test", "\"the page\" OR lang:en")) {
        text.append(index.search(new SearchRequest(query, 0, 20, true, true, true)).hits());
      }
    }
    Path model = new Path(build, "topic-model");
    text.append(build.getFileSystem(conf).exists(model) ? model(model) : "");
    Path pages = new Path(build, "pages");
    for (int i = 0; build.getFileSystem(conf).exists(new Path(pages, part(i))); i++) {
      text.append(records(new Path(pages, part(i))));
    }
    return text.toString();
  }

  private static String part(int number) {
    return String.format(Locale.ROOT, "part-r-%05d", number);
  }

  private String model(Path file) {
    TopicModel model = TopicsPhase.readModel(file.toString(), conf);
    return model.names() + " " + model.classify("page of a host about things");
  }

  private String outages(Path store) throws IOException {
    HostIndex index = HostIndex.read(conf, store);
    StringBuilder text = new StringBuilder();
    urls.forEach(url -> text.append(index.find(url)).append(index.robotsChanged(url)));
    return text.toString();
  }

  private String pages(Path store) throws IOException {
    PageIndex index = PageIndex.read(conf, store);
    StringBuilder text = new StringBuilder();
    for (String url : urls) {
      String host = Hosts.host(url);
      text.append(index.isSeed(host)).append(index.linkingDomains(host));
      text.append(index.poor(url)).append(index.prior(url, .1));
    }
    return text.toString();
  }

  private String clocks(Path store) throws IOException {
    ClockIndex index = ClockIndex.read(conf, store);
    StringBuilder text = new StringBuilder();
    urls.forEach(url -> text.append(index.days(url, 0, 86_400_000)));
    return text.toString();
  }
}
