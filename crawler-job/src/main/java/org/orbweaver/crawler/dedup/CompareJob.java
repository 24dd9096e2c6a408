package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.dedup.BestOfEqual.Candidate;
import org.orbweaver.crawler.dedup.DigestJob.DigestReducer;
import org.orbweaver.crawler.duplicate.Copy;

/**
 * Compares pages of the same digest byte by byte, and keeps one of those that are equal.
 *
 * <p>Input: (URL, CrawlDatum) of new duplicates and of the pages that would be kept for them. A
 * mapper takes up to {@value ReadMapper#MOST_PAGES} of them, sorted by URL, and reads their content
 * from the segments, from new to old, so that it reads each file once. Content whose MD5 is not the
 * digest (content of another fetch, or with another digest by Nutch) does not count. Shuffle:
 * ({@link DigestKey}; CrawlDatum with the content), grouped by digest. Output: (URL, CrawlDatum
 * duplicate). Cost: the content of the input's pages is shuffled; a reducer holds up to {@value
 * CompareReducer#MOST_CONTENTS} contents.
 *
 * <p>A page without content (its segment was removed) counts as equal to the first with its digest.
 * Duplicates that were marked in earlier rounds are not compared again.
 */
final class CompareJob {
  private static final String SEGMENTS = "orbweaver.internal.dedup.segments";

  /** The key in the metadata of a datum, in the shuffle only. */
  static final Text CONTENT = new Text("content");

  private CompareJob() {}

  static Counters run(Session session, Path equal, int parts, Path output) throws IOException {
    Job job = JobRunner.newJob(session, "dedup (compare)", CompareJob.class, equal);
    job.getConfiguration()
        .setStrings(
            SEGMENTS,
            session.dir().segmentList().stream().map(Path::toString).toArray(String[]::new));
    StoreInputFormat.read(job, equal);
    job.setMapperClass(ReadMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(CrawlDatum.class);
    job.setPartitionerClass(DigestKey.DigestPartitioner.class);
    job.setGroupingComparatorClass(DigestKey.DigestGrouping.class);
    job.setNumReduceTasks(parts);
    job.setReducerClass(CompareReducer.class);
    StoreFiles.writeSequence(job, output, CrawlDatum.class);
    return JobRunner.run(job, session.console());
  }

  /** Reads the pages' content. */
  static final class ReadMapper extends Mapper<Text, CrawlDatum, BytesWritable, CrawlDatum> {
    static final int MOST_PAGES = 20_000;

    private final Map<Text, CrawlDatum> pages = new TreeMap<>();
    private final BytesWritable key = new BytesWritable();

    @Override
    protected void map(Text url, CrawlDatum datum, Context context)
        throws IOException, InterruptedException {
      if (datum.getStatus() == CrawlDatum.STATUS_DB_FETCHED) {
        write(url, datum, context);
        return;
      }
      pages.put(new Text(url), WritableUtils.clone(datum, context.getConfiguration()));
      if (pages.size() >= MOST_PAGES) {
        read(context);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      read(context);
    }

    private void read(Context context) throws IOException, InterruptedException {
      String[] segments = context.getConfiguration().getStrings(SEGMENTS, new String[0]);
      for (int i = segments.length - 1; i >= 0 && !pages.isEmpty(); i--) {
        read(new Path(segments[i], Content.DIR_NAME), context);
      }
      context.getCounter(DedupCounter.NOT_COMPARED).increment(pages.size());
      for (Map.Entry<Text, CrawlDatum> page : pages.entrySet()) {
        write(page.getKey(), page.getValue(), context);
      }
      pages.clear();
    }

    private void read(Path folder, Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      for (Path part : Parts.of(folder.getFileSystem(conf), folder)) {
        try (var contents = new InStepReader<>(part, conf, new Content())) {
          for (var rest = pages.entrySet().iterator(); rest.hasNext() && !contents.isAtEnd(); ) {
            Map.Entry<Text, CrawlDatum> page = rest.next();
            Content content = contents.get(page.getKey());
            if (content != null && isOf(page.getValue(), content.getContent())) {
              page.getValue().getMetaData().put(CONTENT, new BytesWritable(content.getContent()));
              write(page.getKey(), page.getValue(), context);
              rest.remove();
            }
          }
        } catch (OrbException e) {
          // The part is damaged or gone, which the phases that need it report; the digest decides
          // here.
          context.setStatus(e.getMessage());
        }
      }
    }

    private static boolean isOf(CrawlDatum page, byte[] content) {
      return Arrays.equals(MD5Hash.digest(content).getDigest(), page.getSignature());
    }

    private void write(Text url, CrawlDatum datum, Context context)
        throws IOException, InterruptedException {
      DigestKey.set(key, datum.getSignature(), url);
      context.write(key, datum);
    }
  }

  /** Separates the pages of a digest by their content; of each content one page is kept. */
  static final class CompareReducer extends Reducer<BytesWritable, CrawlDatum, Text, CrawlDatum> {
    /**
     * The number of contents of one digest that are distinguished; a page with yet another one is
     * kept.
     */
    static final int MOST_CONTENTS = 4;

    private final Candidate candidate = new Candidate();

    /** The pages of one content, which is null while it is unknown. */
    private static final class EqualPages {
      private byte[] content;
      private final BestOfEqual pages;

      EqualPages(byte[] content, BestOfEqual pages) {
        this.content = content;
        this.pages = pages;
      }
    }

    @Override
    protected void reduce(BytesWritable key, Iterable<CrawlDatum> values, Context context)
        throws IOException, InterruptedException {
      List<EqualPages> contents = new ArrayList<>();
      // The key changes along with the values of its group, which are in the order of their URLs.
      for (CrawlDatum page : values) {
        String url = DigestKey.url(key);
        if (page.getStatus() == CrawlDatum.STATUS_DB_FETCHED) {
          context.write(new Text(url), page);
          continue;
        }
        Writable read = page.getMetaData().get(CONTENT);
        byte[] content = read instanceof BytesWritable bytes ? bytes.copyBytes() : null;
        EqualPages equal = find(contents, content);
        if (equal == null && !contents.isEmpty()) {
          context.getCounter(DedupCounter.COLLISIONS).increment(1);
        }
        if (equal == null && contents.size() < MOST_CONTENTS) {
          equal = new EqualPages(content, best(key, context));
          contents.add(equal);
        }
        if (equal != null) {
          candidate.set(Candidate.Evidence.KNOWN, page.getScore(), page.getFetchTime());
          equal.pages.add(url, candidate);
        }
      }
      contents.forEach(equal -> equal.pages.end());
    }

    private static EqualPages find(List<EqualPages> contents, byte[] content) {
      for (EqualPages equal : contents) {
        if (equal.content == null || content == null || Arrays.equals(equal.content, content)) {
          equal.content = equal.content == null ? content : equal.content;
          return equal;
        }
      }
      return null;
    }

    private static BestOfEqual best(BytesWritable key, Context context) {
      return new BestOfEqual(
          Copy.order(DuplicateKeys.preferences(context.getConfiguration())),
          duplicate -> {
            context.getCounter(DedupCounter.DUPLICATES).increment(1);
            CrawlDatum mark = DigestReducer.datum(CrawlDatum.STATUS_DB_DUPLICATE, key);
            DigestReducer.write(context, duplicate.url(), mark);
          },
          restored -> {});
    }
  }
}
