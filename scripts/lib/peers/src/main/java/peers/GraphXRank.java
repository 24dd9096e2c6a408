package peers;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.graphx.Graph;
import org.apache.spark.graphx.GraphLoader;
import org.apache.spark.graphx.PartitionStrategy;
import org.apache.spark.graphx.lib.PageRank;
import org.apache.spark.storage.StorageLevel;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** GraphX's static PageRank on two cores: seconds an iteration, by the difference of two runs. */
public final class GraphXRank {
  private GraphXRank() {}

  public static void main(String[] args) {
    SparkConf conf =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("peer")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "127.0.0.1")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.local.dir", args[1]);
    SparkContext spark = new SparkContext(conf);
    spark.setLogLevel("ERROR");
    Graph<Object, Object> graph =
        GraphLoader.edgeListFile(
                spark, args[0], false, 4, StorageLevel.MEMORY_ONLY(), StorageLevel.MEMORY_ONLY())
            .partitionBy(PartitionStrategy.EdgePartition2D$.MODULE$)
            .cache();
    System.out.println("links " + graph.edges().count());
    run(graph, 1);
    double few = run(graph, 2);
    double many = run(graph, 5);
    System.out.println("secondsAnIteration " + (many - few) / 3);
    spark.stop();
  }

  private static double run(Graph<Object, Object> graph, int iterations) {
    ClassTag<Object> tag = ClassTag$.MODULE$.Object();
    long begin = System.nanoTime();
    long ranked = PageRank.run(graph, iterations, 0.15, tag, tag).vertices().count();
    if (ranked == 0) {
      throw new IllegalStateException("nothing ranked");
    }
    return (System.nanoTime() - begin) / 1e9;
  }
}
