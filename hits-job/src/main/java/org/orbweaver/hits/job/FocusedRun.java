package org.orbweaver.hits.job;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.hits.focused.BaseSet;
import org.orbweaver.hits.focused.Eigenvectors;
import org.orbweaver.hits.focused.HubUnits;
import org.orbweaver.hits.focused.InMemoryHits;
import org.orbweaver.hits.focused.LinkMatrix;
import org.orbweaver.hits.focused.Salsa;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.KernelKeys;

/** HITS around a query or a page: from the crawl's files to the scores. Writes nothing. */
public final class FocusedRun {

  /**
   * The options of a run.
   *
   * @param iterations make exactly as many; 0 to stop by the tolerance
   * @param weighted true if links are weighted by their text
   * @param hublets true if long pages are cut
   * @param eigenvectors number to compute; 0 for none
   * @param salsa true to compute SALSA too
   */
  public record Options(
      int iterations, boolean weighted, boolean hublets, int eigenvectors, boolean salsa) {
    boolean readsText() {
      return weighted || hublets;
    }
  }

  /**
   * The result.
   *
   * @param subject the page whose similar pages were sought; −1 for a query
   * @param missing results of the search that are not in the graph
   */
  public record Result(
      int subject,
      int missing,
      BaseSet base,
      HubUnits units,
      LinkMatrix matrix,
      InMemoryHits hits,
      Optional<Salsa> salsa,
      List<Eigenvectors.Cluster> clusters,
      List<String> notes,
      List<BaseSet.CoCitation> coCited) {}

  private final Configuration conf;
  private final CrawlDir crawl;
  private final GraphDir graph;
  private final GraphLinks links;
  private final BaseSet.Limits limits;
  private final Options options;
  private final List<String> notes = new ArrayList<>();

  public FocusedRun(
      Configuration conf, CrawlDir crawl, GraphDir graph, GraphLinks links, Options options) {
    this.conf = conf;
    this.crawl = crawl;
    this.graph = graph;
    this.links = links;
    this.options = options;
    limits = HitsKeys.limits(conf);
  }

  /**
   * Hubs and authorities among the pages around a query's results.
   *
   * @throws OrbException (failed) if nothing is found, or no result has links
   */
  public Result query(String query, QuerySource source) throws IOException {
    List<String> found = source.search(query, limits.rootPages());
    if (found.isEmpty()) {
      throw OrbException.failed("no page matches '" + query + "': the root set is empty");
    }
    int[] roots = links.pages(found);
    if (roots.length == 0) {
      throw OrbException.failed(
          "none of the "
              + found.size()
              + " pages found is in graph "
              + graph.folder().getName()
              + ": build graph and index from the same crawl");
    }
    return run(-1, found.size() - roots.length, roots, source.matcher(query), List.of());
  }

  /**
   * Pages like {@code url}: authorities among the pages around those that link to it, and pages
   * that are cited with it.
   *
   * @param most co-cited pages
   * @throws OrbException (failed) if it is not in the graph, or no link to it counts
   */
  public Result similar(String url, int most) throws IOException {
    int page = links.page(url);
    if (page < 0) {
      throw OrbException.failed(Console.safe(url) + " is not in graph " + graph.folder().getName());
    }
    int[] citing = citing(page);
    if (citing.length == 0) {
      String remedy = HitsKeys.WITHIN_HOST.name() + "=keep counts links within a host";
      boolean kept = limits.keepWithinHost();
      throw OrbException.failed(
          "no page"
              + (kept ? "" : " of another host")
              + " links to "
              + Console.safe(url)
              + ": the root set is empty"
              + (kept ? "" : " (" + remedy + ")"));
    }
    if (citing.length > limits.rootPages()) {
      note(
          "root set: %,d of the %,d pages that link to it, chosen at random",
          limits.rootPages(), citing.length);
      citing = BaseSet.choose(citing, page, limits.rootPages(), limits.seed());
    }
    List<BaseSet.CoCitation> coCited = BaseSet.CoCitation.with(links, page, citing, limits, most);
    return run(page, 0, citing, anchor -> 0, coCited);
  }

  /**
   * Pages that link to {@code page}; only pages of other hosts if links within a host are dropped.
   */
  private int[] citing(int page) throws IOException {
    IntArrayList citing = new IntArrayList();
    String host = links.host(page);
    boolean allHosts = limits.keepWithinHost() || host.isEmpty();
    links.predecessors(
        new int[] {page},
        (same, sources) -> {
          for (int source : sources) {
            if (source != page && (allHosts || !host.equals(links.host(source)))) {
              citing.add(source);
            }
          }
        });
    return citing.toIntArray();
  }

  private Result run(
      int subject,
      int missing,
      int[] roots,
      ToIntFunction<String> matcher,
      List<BaseSet.CoCitation> coCited)
      throws IOException {
    BaseSet base = BaseSet.around(links, roots, limits);
    if (base.figures().links() == 0) {
      long within = base.figures().withinHost();
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "the base set of %,d pages has no links that count (%,d within a host were"
                  + " dropped)%s",
              base.size(),
              within,
              within > 0 ? ": " + HitsKeys.WITHIN_HOST.name() + "=keep counts them" : ""));
    }
    HubUnits units = units(base, matcher);
    LinkMatrix matrix = units.matrix();
    if (matrix.links() == 0) {
      throw OrbException.failed(
          "no hublet with a query word links into the base set: try without --hublets");
    }
    boolean exactly = options.iterations() > 0;
    double tolerance = HitsKeys.TOLERANCE.get(conf);
    InMemoryHits hits =
        InMemoryHits.run(
            matrix,
            exactly ? -1 : tolerance,
            exactly ? options.iterations() : KernelKeys.MAX_ITERATIONS.get(conf));
    Optional<Salsa> salsa =
        options.salsa() ? Optional.of(Salsa.of(matrix, matrix.rows())) : Optional.empty();
    return new Result(
        subject, missing, base, units, matrix, hits, salsa, clusters(matrix), notes, coCited);
  }

  private HubUnits units(BaseSet base, ToIntFunction<String> matcher) throws IOException {
    if (!options.readsText()) {
      return HubUnits.plain(base);
    }
    int hubletLinks = options.hublets() ? HitsKeys.HUBLET_LINKS.get(conf) : 0;
    HubUnits units =
        HubUnits.of(
            base,
            new ParsedLinks(conf, crawl, links, matcher),
            new HubUnits.HubTreatment(options.weighted(), hubletLinks));
    if (units.pagesWithText() == 0) {
      throw OrbException.failed(
          "no segment in "
              + crawl.segments()
              + " has a parsed linking page: no anchor texts to weigh links by");
    }
    note(
        "%,d linking pages are parsed; a link's text is its anchor (words around it are not"
            + " stored)",
        units.pagesWithText());
    if (options.hublets()) {
      note(
          "%,d pages of more than %,d links were cut into runs in the order of their links, because"
              + " a parse does not record where lists begin; %,d runs without a word of the query"
              + " were left out",
          units.cutPages(), hubletLinks, units.ignoredHublets());
    }
    return units;
  }

  private List<Eigenvectors.Cluster> clusters(LinkMatrix matrix) {
    if (options.eigenvectors() == 0) {
      return List.of();
    }
    Eigenvectors vectors = Eigenvectors.of(matrix, options.eigenvectors());
    if (!vectors.converged()) {
      note("the eigenvectors did not converge: their last digits may be wrong");
    }
    if (vectors.values().length < options.eigenvectors()) {
      note("only %d eigenvectors have an eigenvalue above 0", vectors.values().length);
    }
    return Eigenvectors.Cluster.of(vectors);
  }

  private void note(String format, Object... arguments) {
    notes.add(String.format(Locale.ROOT, format, arguments));
  }
}
