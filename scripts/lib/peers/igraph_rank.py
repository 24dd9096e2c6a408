"""igraph's PageRank (PRPACK, Gauss-Seidel): seconds to the solution, and its memory."""

import resource
import sys
import time

import igraph


def links(name):
    with open(name, encoding="ascii") as lines:
        for line in lines:
            u, v = line.split()
            yield int(u), int(v)


edges = list(links(sys.argv[1]))
graph = igraph.Graph(n=int(sys.argv[2]), edges=edges, directed=True)
del edges
begin = time.perf_counter()
ranks = graph.pagerank(damping=0.85, implementation="prpack")
print("secondsToTheSolution", time.perf_counter() - begin)
print("first_rank", ranks[0])
print("mb_resident", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
