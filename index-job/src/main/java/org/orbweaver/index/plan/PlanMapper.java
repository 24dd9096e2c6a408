package org.orbweaver.index.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableName;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.plan.StoreRecord.CanonicalClaim;
import org.orbweaver.index.plan.StoreRecord.CrawledPage;
import org.orbweaver.index.plan.StoreRecord.LinkTexts;
import org.orbweaver.index.plan.StoreRecord.Parse;
import org.orbweaver.index.plan.StoreRecord.Score;
import org.orbweaver.index.schema.Anchors;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.UrlParts;
import org.orbweaver.index.store.TopicPageRank;

/** Tags each store's record with its kind and drops records that no plan needs. */
final class PlanMapper extends Mapper<Text, Writable, PageKey, StoreRecord.StoreValue> {
  private static final Text CONTENT_TYPE = new Text("Content-Type");
  private static final Text GROUP = new Text(MetadataKeys.GROUP);
  private static final Text REPRESENTATIVE = new Text(MetadataKeys.REPRESENTATIVE);
  private static final Text LOGIN = new Text(MetadataKeys.SITE);
  private static final Text NON_CONTENT = new Text(MetadataKeys.NON_CONTENT);

  /** Bot-protection answers that hide a page of the site. */
  private static final Set<String> HIDING = Set.of("challenge", "consent", "login");

  static {
    // The name of the values in the stores "pages" of older builds.
    WritableName.addName(StoreRecord.StoreValue.class, "org.orbweaver.index.build.PagePart$Value");
  }

  private final PageKey key = new PageKey();
  private final Text target = new Text();
  private Mazes mazes = Mazes.NONE;
  private boolean honourSearch;
  private boolean canonicals;
  private boolean unfetched;
  private boolean isForPlugins;
  private List<String> segments;
  private Path input;
  private InStepReader<ParseText> texts;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    String folder = conf.get(PlanJob.MAZES);
    mazes = folder == null ? Mazes.NONE : Mazes.of(conf, new Path(folder));
    honourSearch = IndexKeys.HONOUR_SEARCH.get(conf);
    canonicals = IndexKeys.CANONICALS.get(conf);
    unfetched = IndexKeys.UNFETCHED_HOSTS.get(conf) > 0;
    isForPlugins = conf.getBoolean(PlanJob.FOR_PLUGINS, false);
    segments = List.of(conf.getTrimmedStrings(PlanJob.SEGMENTS));
  }

  @Override
  protected void map(Text url, Writable value, Context context)
      throws IOException, InterruptedException {
    enter(context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE));
    if (value instanceof CrawlDatum datum) {
      crawled(url, datum, context);
    } else if (value instanceof ParseData data) {
      parsed(url, data, context);
    } else if (value instanceof Inlinks links) {
      linked(url, links, context);
    } else if (value instanceof DoubleWritable score) {
      write(url, new Score(list(), score.get()), 0, context);
    } else if (value instanceof StoreRecord.StoreValue indexed) {
      write(url, indexed.get(), 0, context);
    } else {
      throw new IOException(
          input + " holds " + value.getClass().getName() + ", which is not a crawl store");
    }
  }

  /** The list of scores of the file: its folder, or that of the topic above it. */
  private String list() {
    Path list = input.getParent().getParent();
    Path topic = list.getParent();
    boolean ofTopic = (topic.getParent().getName() + "/").equals(TopicPageRank.TOPICS);
    return ofTopic ? TopicPageRank.TOPICS + topic.getName() : list.getName();
  }

  /** Notes the file of the current record. */
  private void enter(String file) throws IOException {
    if (input == null || !input.toString().equals(file)) {
      cleanup(null);
      input = new Path(file);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (texts != null) {
      texts.close();
      texts = null;
    }
  }

  private void crawled(Text url, CrawlDatum datum, Context context)
      throws IOException, InterruptedException {
    if (mazes.contains(url.toString())) {
      context.getCounter(IndexCounter.NOT_FETCHED).increment(1);
      return;
    }
    boolean duplicate = datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE;
    boolean fetched = duplicate || isFetched(datum);
    Writable instead = datum.getMetaData().get(NON_CONTENT);
    fetched &= instead == null || !HIDING.contains(instead.toString());
    IndexCounter kind =
        !fetched
            ? IndexCounter.NOT_FETCHED
            : duplicate ? IndexCounter.DUPLICATES : IndexCounter.CANDIDATES;
    context.getCounter(kind).increment(1);
    boolean hidden = instead != null || datum.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED;
    if (!fetched && !(unfetched && hidden)) {
      return;
    }
    // The crawldb's fetch time is that of the next fetch.
    long date =
        datum.getModifiedTime() > 0
            ? datum.getModifiedTime()
            : datum.getFetchTime() - datum.getFetchInterval() * 1000L;
    byte[] signature = datum.getSignature();
    String duplicateOf = signature == null ? "?" : HexFormat.of().formatHex(signature);
    Writable type = datum.getMetaData().get(CONTENT_TYPE);
    Writable group = datum.getMetaData().get(GROUP);
    Writable login = datum.getMetaData().get(LOGIN);
    write(
        url,
        new CrawledPage(
            fetched,
            duplicate ? duplicateOf : "",
            fetched ? Math.max(0, date) : 0,
            type == null ? "" : ParsedPages.mediaType(type.toString()),
            group == null ? "" : group.toString(),
            group != null && datum.getMetaData().containsKey(REPRESENTATIVE),
            login == null ? "" : login.toString()),
        0,
        context);
  }

  /** A page that existed before stays if its last fetch failed temporarily. */
  private static boolean isFetched(CrawlDatum datum) {
    return switch (datum.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> true;
      case CrawlDatum.STATUS_DB_UNFETCHED -> datum.getSignature() != null;
      default -> false;
    };
  }

  private void parsed(Text url, ParseData data, Context context)
      throws IOException, InterruptedException {
    context.getCounter(IndexCounter.PARSES).increment(1);
    Path part = input.getParent();
    String segment = part.getParent().getParent().getName();
    int age = segments.indexOf(segment);
    if (age < 0) {
      throw new IOException("segment " + segment + " is not among those of this job");
    }
    String place = segment + "/" + part.getName();
    String signature = data.getContentMeta().get(Nutch.SIGNATURE_KEY);
    String canonical = canonicals ? ParsedPages.canonical(url.toString(), data) : "";
    if (!canonical.isEmpty()) {
      target.set(canonical);
      write(
          target,
          new CanonicalClaim(url.toString(), place, signature == null ? "" : signature),
          age,
          context);
    }
    String login = Objects.requireNonNullElse(data.getContentMeta().get(MetadataKeys.SITE), "");
    if (ParsedPages.isNoindex(data, honourSearch)) {
      write(url, new Parse(place, true, false, canonical, 0, "", login), age, context);
      return;
    }
    // The text has its own digest; the signature serves segments without it.
    Content content = ParsedPages.content(data, "", 0);
    boolean empty = content.title().isEmpty() && text(url, context).isBlank();
    Map<String, List<String>> fields = ParsedPages.fields(data);
    String ranges =
        data.getMeta(MetaNames.MAIN)
            + data.getMeta(MetaNames.PROMINENCE)
            + data.getMeta(MetaNames.NO_SNIPPET)
            + data.getMeta(MetadataKeys.TEXT_DIGEST)
            // Without fields as before there were any, so that an older index can be built upon.
            + (isForPlugins ? data.getParseMeta().toString() : fields.isEmpty() ? "" : fields);
    byte[] said =
        (content + ranges + (signature == null ? place : signature))
            .getBytes(StandardCharsets.UTF_8);
    String digest = MD5Hash.digest(said).toString();
    write(
        url,
        new Parse(place, false, empty, canonical, content.date(), digest, login),
        age,
        context);
  }

  private String text(Text url, Context context) throws IOException {
    if (texts == null) {
      texts =
          new InStepReader<>(
              ParsedPages.texts(input.getParent()), context.getConfiguration(), new ParseText());
    }
    return ParsedPages.text(texts, url);
  }

  private void linked(Text url, Inlinks links, Context context)
      throws IOException, InterruptedException {
    Anchors anchors = new Anchors();
    Set<String> hosts = new HashSet<>();
    for (Iterator<Inlink> i = links.iterator(); i.hasNext(); ) {
      Inlink link = i.next();
      if (mazes.contains(link.getFromUrl())) {
        continue;
      }
      String host = UrlParts.host(link.getFromUrl());
      hosts.add(host);
      anchors.add(host, link.getAnchor());
    }
    if (!hosts.isEmpty()) {
      write(url, new LinkTexts(anchors.heaviest(), hosts.size()), 0, context);
    }
  }

  private void write(Text url, StoreRecord part, int age, Context context)
      throws IOException, InterruptedException {
    context.write(key.set(url, part.kind(), age), new StoreRecord.StoreValue(part));
  }
}
