"""Written by tests/break_even.py --write: microseconds of any call, and more for each node and arc, in networkx
and here once the graph has been converted; on one thread, what the least of several calls took of the processor."""

MEASURED = {'date': '2026-11-26', 'commit': '6038ef1 and changes to it', 'processor': 'AMD EPYC', 'cores': 2, 'load': 12.6, 'python': '3.11.7', 'networkx': '3.6.1'}
CONVERSION = (21.7, 0.0399, 0.0121)
CONVERSION_OF_WEIGHTS = (16.6, 0.0569, 0.0294)
CONVERSION_OF_BOTH = (39, 0.147, 0.0463)
WHOLE = {
    "average_clustering": ((0, 3.34, 0.186), (23.7, 0.0743, 0.0281)),
    "clustering": ((0, 3.41, 0.143), (23, 0.0731, 0.0266)),
    "connected_components": ((0.28, 0.16, 0), (15.4, 0.0225, 0)),
    "degree_centrality": ((1.36, 0.0996, 0), (12, 0.0568, 8.83e-05)),
    "hits": ((332, 2.89, 0.314), (20.7, 0.263, 0)),
    "in_degree_centrality": ((1.33, 0.0763, 0), (11.1, 0.0273, 0)),
    "number_connected_components": ((2.27, 0.175, 0), (14.7, 0.00933, 0)),
    "number_weakly_connected_components": ((1.95, 0.2, 0), (12, 0.0116, 0)),
    "out_degree_centrality": ((1.28, 0.082, 0), (11.6, 0.0258, 3.09e-05)),
    "pagerank": ((162, 0.991, 0.244), (17.7, 0.399, 0.0465)),
    "transitivity": ((0, 3.49, 0.136), (19.2, 0.0333, 0.025)),
    "triangles": ((0, 0.803, 0.117), (14, 0.011, 0.0223)),
    "weakly_connected_components": ((0.351, 0.163, 0), (14.8, 0.0226, 0)),
}
SEARCHES = {
    "betweenness_centrality": ((0, 0.711, 0.0284), (23.1, 0.0477, 0.000503)),
    "closeness_centrality": ((6.94, 0.187, 0.00123), (19.6, 0.0167, 0.0014)),
    "harmonic_centrality": ((23.7, 0.247, 0.00211), (20.9, 0.0165, 0.00142)),
}
SEARCH = {
    "ancestors": ((3.7, 0.271, 0.000913), (7.53, 0.0198, 0.00167)),
    "bfs_edges": ((2.12, 0.258, 0), (11.9, 0.0535, 0.00148)),
    "bfs_layers": ((0.635, 0.255, 0.0149), (4.38, 0.0138, 0.00198)),
    "bfs_predecessors": ((3.68, 0.29, 0.000838), (11.2, 0.0478, 0.00185)),
    "bfs_successors": ((3, 0.282, 0), (8.69, 0.0557, 0)),
    "bfs_tree": ((4.77, 0.969, 0), (16.2, 0.694, 0.00313)),
    "descendants": ((3.7, 0.273, 0.00102), (10.4, 0.0173, 0.00171)),
    "is_connected": ((1.17, 0.124, 0.00195), (14.5, 0.00905, 0)),
    "is_weakly_connected": ((2.22, 0.172, 0), (15.2, 0.0107, 0)),
    "node_connected_component": ((0.0931, 0.132, 0), (10.4, 0.0233, 0.00167)),
    "shortest_path": ((1.6, 0.228, 0), (11.1, 0.109, 0)),
    "shortest_path_length": ((2.11, 0.194, 0), (10.5, 0.0349, 0.00172)),
    "single_source_dijkstra": ((0, 0.747, 0.077), (10.3, 0.185, 0.00343)),
    "single_source_dijkstra_path": ((0, 0.716, 0.0913), (7.51, 0.126, 0.00717)),
    "single_source_dijkstra_path_length": ((0, 0.599, 0.0713), (10.2, 0.0776, 0.00519)),
    "single_source_shortest_path": ((0.273, 0.198, 0), (6.68, 0.112, 0)),
    "single_source_shortest_path_length": ((0.261, 0.114, 0), (10.7, 0.0334, 0.00163)),
    "single_target_shortest_path": ((0.376, 0.239, 0), (6.53, 0.104, 0.000476)),
    "single_target_shortest_path_length": ((0.533, 0.183, 0), (6.38, 0.0336, 0.00169)),
}
