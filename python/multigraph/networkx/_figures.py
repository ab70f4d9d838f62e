"""Microseconds of any call, and more for each node and arc, in networkx and here once the graph has been converted."""

MEASURED = {"processor": "Xeon", "python": "3.11"}  # when and at which commit is not on record
CONVERSION = (51, 0.097, 0.026)
CONVERSION_OF_WEIGHTS = (51, 0.16, 0.059)
CONVERSION_OF_BOTH = (51, 0.16, 0.059)
WHOLE = {
    "average_clustering": ((0, 7.5, 0.38), (95, 0.26, 0.041)),
    "clustering": ((0, 6.9, 0.71), (109, 0.29, 0.062)),
    "connected_components": ((0, 0.40, 0), (62, 0.057, 0)),
    "degree_centrality": ((2, 0.26, 0), (43, 0.18, 0)),
    "hits": ((970, 7.0, 0.88), (88, 0.70, 0.30)),
    "in_degree_centrality": ((2, 0.19, 0), (39, 0.054, 0)),
    "number_connected_components": ((3, 0.50, 0), (51, 0.028, 0)),
    "number_weakly_connected_components": ((2, 0.54, 0), (53, 0.031, 0)),
    "out_degree_centrality": ((2, 0.19, 0), (39, 0.054, 0)),
    "pagerank": ((450, 3.6, 0.68), (74, 0.99, 0.10)),
    "transitivity": ((0, 7.3, 0.30), (87, 0.13, 0.039)),
    "triangles": ((0, 1.7, 0.24), (56, 0.064, 0.036)),
    "weakly_connected_components": ((0, 0.54, 0), (70, 0.045, 0)),
}
SEARCHES = {
    "betweenness_centrality": ((0, 2.9, 0), (103, 0.094, 0.0003)),
    "closeness_centrality": ((21, 0.48, 0.006), (74, 0.023, 0.0029)),
    "harmonic_centrality": ((34, 0.66, 0.022), (73, 0.020, 0.0044)),
}
SEARCH = {
    "ancestors": ((6, 0.62, 0.005), (30, 0.044, 0.0022)),
    "bfs_edges": ((2, 0.98, 0.001), (48, 0.19, 0.0041)),
    "bfs_layers": ((0, 1.0, 0.051), (46, 0.047, 0.0033)),
    "bfs_predecessors": ((8, 0.58, 0.026), (40, 0.086, 0.0079)),
    "bfs_successors": ((8, 1.1, 0), (46, 0.17, 0)),
    "bfs_tree": ((6, 2.7, 0), (48, 1.9, 0)),
    "descendants": ((6, 0.68, 0.001), (30, 0.046, 0.0020)),
    "is_connected": ((0, 0.31, 0.008), (53, 0.025, 0)),
    "is_weakly_connected": ((1, 0.55, 0), (64, 0.032, 0)),
    "node_connected_component": ((0, 0.34, 0), (30, 0.058, 0.0023)),
    "shortest_path": ((3, 0.55, 0), (34, 0.21, 0)),
    "shortest_path_length": ((3, 0.49, 0), (38, 0.072, 0.0019)),
    "single_source_dijkstra": ((0, 1.46, 0.16), (33, 0.34, 0.0086)),
    "single_source_dijkstra_path": ((0, 1.50, 0.18), (29, 0.38, 0.0060)),
    "single_source_dijkstra_path_length": ((0, 1.18, 0.12), (30, 0.15, 0.011)),
    "single_source_shortest_path": ((0, 0.48, 0), (30, 0.20, 0)),
    "single_source_shortest_path_length": ((0, 0.45, 0), (32, 0.070, 0.0021)),
    "single_target_shortest_path": ((0, 0.55, 0), (31, 0.20, 0)),
    "single_target_shortest_path_length": ((0, 0.45, 0), (34, 0.071, 0.0020)),
}
