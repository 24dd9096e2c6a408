package org.orbweaver.crawler.dedup.near;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.dedup.near.Membership.MembershipKind;
import org.orbweaver.crawler.dedup.near.NearPhase.NearCounter;

/**
 * Gives pages the groups of their components, in two jobs.
 *
 * <p>First: stars (node, root), pages without a group (node, {@link Membership}), and, if groups
 * became one, the store of groups. Shuffle: node and id in one key, grouped by node, the star
 * first. Output: (id, {@link Membership}), the changes. Second: these and the pages that left are
 * merged with the store of groups. Output: the new parts; beside them (URL, CrawlDatum) with the
 * group in its metadata, for the crawldb.
 */
final class GroupsJobs {
  static final String CRAWLDB = "crawldb";

  private GroupsJobs() {}

  /** The first job. */
  static void name(Session session, List<Path> inputs, long run, int parts, Path output)
      throws IOException {
    Job job =
        JobRunner.newJob(
            session, "near (name groups)", GroupsJobs.class, inputs.toArray(Path[]::new));
    job.getConfiguration().setLong(SketchesJob.RUN, run);
    StoreInputFormat.read(job, inputs.toArray(Path[]::new));
    job.setMapperClass(MembershipMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Membership.class);
    Components.groupByNode(job);
    job.setReducerClass(GroupNameReducer.class);
    job.setNumReduceTasks(parts);
    StoreFiles.writeSequence(job, output, Membership.class);
    JobRunner.run(job, session.console());
  }

  /** The second job. */
  static Counters merge(
      Session session, List<Path> changes, SortedStore<Membership> store, int parts, Path output)
      throws IOException {
    List<Path> reads = new ArrayList<>(changes);
    reads.add(store.folder());
    Job job =
        JobRunner.newJob(session, "near (groups)", GroupsJobs.class, reads.toArray(Path[]::new));
    StoreInputFormat.read(job, changes.toArray(Path[]::new));
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Membership.class);
    job.setReducerClass(GroupStoreReducer.class);
    MergeJoinReducer.join(job, store, parts);
    StoreFiles.writeStore(job, output, Membership.class);
    return JobRunner.run(job, session.console());
  }

  /** Sends all records of a node to it. */
  static final class MembershipMapper extends Mapper<Text, Writable, Text, Membership> {
    @Override
    protected void map(Text key, Writable value, Context context)
        throws IOException, InterruptedException {
      if (value instanceof Text root) {
        context.write(key, new Membership(MembershipKind.ROOT, root.toString(), ""));
        return;
      }
      Membership member = (Membership) value;
      boolean known = member.kind() == MembershipKind.MEMBER;
      Text to = new Text(known ? member.group() : key.toString());
      Text id = known ? key : PageSketch.id(member.url());
      to.append(id.getBytes(), 0, id.getLength());
      context.write(to, member);
    }
  }

  /** Finds the group of a node's members. */
  static final class GroupNameReducer extends Reducer<Text, Membership, Text, Membership> {
    @Override
    protected void reduce(Text key, Iterable<Membership> values, Context context)
        throws IOException, InterruptedException {
      String root = key.toString().substring(0, Components.NODE_CHARS);
      boolean moved = false;
      String last = null;
      for (Membership member : values) {
        if (member.kind() == MembershipKind.ROOT) {
          root = member.group();
          moved = true;
          continue;
        }
        String id = key.toString().substring(Components.NODE_CHARS);
        // A page verified with several others comes several times.
        if (!id.equals(last) && (moved || member.kind() == MembershipKind.JOINED)) {
          MembershipKind kind =
              member.kind() == MembershipKind.MEMBER ? MembershipKind.MOVED : member.kind();
          context.write(new Text(id), new Membership(kind, group(root, context), member.url()));
        }
        last = id;
      }
    }

    /** A name that no page has, so that the rest of a group keeps it when its first page leaves. */
    private static String group(String root, Context context) {
      if (root.charAt(0) == Components.GROUP) {
        return root;
      }
      long run = context.getConfiguration().getLong(SketchesJob.RUN, 0);
      return Components.GROUP + PageSketch.id(MD5Hash.digest(root + run).halfDigest()).toString();
    }
  }

  /** Keeps the members of groups, and reports changes to the crawldb. */
  static final class GroupStoreReducer extends MergeJoinReducer<Membership, Membership> {
    private SideOutput<CrawlDatum> crawlDb;

    @Override
    protected void setup(Context context) throws IOException {
      crawlDb = new SideOutput<>(context, CRAWLDB, CrawlDatum.class);
    }

    @Override
    protected Membership merge(
        Text id, Membership old, Iterable<Membership> changes, Context context) throws IOException {
      Membership first = null;
      for (Membership change : changes) {
        if (first == null || change.kind().compareTo(first.kind()) < 0) {
          first = new Membership(change.kind(), change.group(), change.url());
        }
      }
      String before = old == null ? "" : old.group();
      String now = first.group();
      if (!before.equals(now)) {
        context.getCounter(NearCounter.GROUPED).increment(1);
        CrawlDatum told = new CrawlDatum(CrawlDatum.STATUS_PARSE_META, 0);
        told.setFetchTime(0);
        told.getMetaData().put(new Text(MetadataKeys.GROUP), new Text(now));
        crawlDb.write(new Text(first.url()), told);
      }
      return now.isEmpty()
          ? null
          : keep(id, new Membership(MembershipKind.MEMBER, now, first.url()), context);
    }

    @Override
    protected Membership keep(Text id, Membership old, Context context) {
      context.getCounter(NearCounter.MEMBERS).increment(1);
      return old;
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      crawlDb.close();
    }
  }
}
