"""Written by tests/break_even.py --write: microseconds of any call, and more for each node and arc, in networkx
and here once the graph has been converted; on one thread, what the least of several calls took of the processor."""

MEASURED = {'date': '2026-11-26', 'commit': '5da1897 and changes to it', 'processor': 'AMD EPYC', 'cores': 2, 'load': 9.0, 'python': '3.11.7', 'networkx': '3.6.1'}
CONVERSION = (22.4, 0.045, 0.015)
CONVERSION_OF_WEIGHTS = (16.4, 0.0597, 0.0304)
CONVERSION_OF_BOTH = (40, 0.156, 0.0548)
WHOLE = {
    "average_clustering": ((0, 3.73, 0.194), (43.3, 0.0768, 0.033)),
    "clustering": ((0, 3.72, 0.144), (42.3, 0.0918, 0.027)),
    "condensation": ((0, 1.48, 0.171), (15.1, 0.639, 0.0432)),
    "connected_components": ((0.372, 0.158, 0), (34.6, 0.0257, 0)),
    "core_number": ((0, 0.783, 0.0429), (39.1, 0.104, 0.00236)),
    "degree_centrality": ((1.16, 0.11, 0), (12.5, 0.0606, 0)),
    "eigenvector_centrality": ((0, 3.31, 0), (37.3, 0.115, 0)),
    "hits": ((299, 3.17, 0.45), (38.7, 0.288, 0)),
    "in_degree_centrality": ((1.36, 0.0768, 0.000118), (12.2, 0.0281, 0)),
    "k_core": ((0, 4.85, 0.629), (0, 3.66, 1.06)),
    "k_corona": ((2.82, 2.35, 0.00546), (65.3, 0.265, 0)),
    "k_crust": ((0, 1.66, 0.0517), (47.7, 0.836, 0)),
    "k_shell": ((0, 5.08, 0.602), (0, 4.65, 0.838)),
    "katz_centrality": ((0, 6.7, 0.515), (42.3, 0.0315, 0.00276)),
    # Measured alone, on the same day and processor, of commit 8ca9980 and changes to it.
    "louvain_communities": ((0, 33.2, 0.325), (51.7, 1.14, 0.0783)),
    "maximal_independent_set": ((0, 0.294, 0), (43.2, 0.0808, 0.00229)),
    "number_connected_components": ((2.21, 0.168, 0), (33, 0.0121, 0)),
    "number_strongly_connected_components": ((0, 0.888, 0.104), (33.2, 0.118, 0.000538)),
    "number_weakly_connected_components": ((2.03, 0.185, 0), (33.7, 0.0128, 0)),
    "out_degree_centrality": ((1.37, 0.0804, 0), (12, 0.0277, 0)),
    "pagerank": ((163, 0.782, 0.285), (34.8, 0.462, 0.0506)),
    "strongly_connected_components": ((0, 0.957, 0.0764), (9.32, 0.0486, 0.00454)),
    "transitivity": ((0, 3.73, 0.155), (38.9, 0.0614, 0.0207)),
    "triangles": ((0, 0.863, 0.117), (30.9, 0.0287, 0.0226)),
    "weakly_connected_components": ((0.394, 0.17, 0), (34.8, 0.024, 0)),
    # Measured alone, on 2026-11-27 and the same processor at a load of 7, of commit 862e28b and changes to it.
    "k_truss": ((0, 0.481, 1.88), (95.2, 0, 0.174)),
    "maximum_spanning_edges": ((0.061, 1.61, 0.557), (54.8, 0.469, 0.0359)),
    "maximum_spanning_tree": ((0.47, 3.4, 0.648), (56.8, 2.54, 0.0492)),
    "minimum_spanning_edges": ((0.046, 1.53, 0.547), (54.9, 0.454, 0.0356)),
    "minimum_spanning_tree": ((0, 3.94, 0.598), (58.7, 2.62, 0.0466)),
}
SEARCHES = {
    "betweenness_centrality": ((0, 0.744, 0.0298), (44.1, 0.051, 0.000564)),
    "closeness_centrality": ((11.9, 0.193, 0.00159), (38.3, 0.0174, 0.00143)),
    "harmonic_centrality": ((23.2, 0.246, 0.00357), (31, 0.0203, 0.000636)),
    # Measured alone, on 2026-11-27 and the same processor at a load of 7, of commit 862e28b and changes to it.
    "average_shortest_path_length": ((20.4, 0.413, 0.00104), (70.6, 0.0187, 0.00166)),
    "barycenter": ((20.1, 0.426, 0.00153), (59.8, 0.0241, 0.00145)),
    "betweenness_centrality by weight": ((0, 1.46, 0.323), (64.9, 0.135, 0.0289)),
    "diameter": ((30.1, 0.432, 0.00337), (55.7, 0.00343, 0.000929)),
    "eccentricity": ((26.5, 0.467, 0), (49.8, 0.0228, 0.00132)),
    "edge_betweenness_centrality": ((0.0705, 1.15, 0.135), (87.3, 0.0812, 0.00326)),
    "edge_betweenness_centrality by weight": ((0, 1.71, 0.346), (83.7, 0.156, 0.0381)),
    "global_efficiency": ((14.5, 0.398, 0.00312), (27.2, 0.0173, 0.00162)),
    "wiener_index": ((23.6, 0.414, 0.00093), (74.3, 0.0195, 0.00156)),
}
SEARCH = {
    "ancestors": ((3.67, 0.263, 0.00161), (9.93, 0.0193, 0.00128)),
    "bfs_edges": ((2.03, 0.26, 0.000114), (12.4, 0.0602, 0.00118)),
    "bfs_layers": ((0.274, 0.275, 0.0154), (10.7, 0.011, 0.0016)),
    "bfs_predecessors": ((3.71, 0.298, 0), (11.6, 0.0613, 0.00116)),
    "bfs_successors": ((3.51, 0.282, 0.000747), (10.8, 0.0618, 0)),
    "bfs_tree": ((4.47, 0.992, 0.00355), (16.4, 0.762, 0)),
    "descendants": ((3.8, 0.272, 0.000646), (10.6, 0.0189, 0.0015)),
    "is_connected": ((1.1, 0.126, 0.00217), (33.4, 0.0121, 0)),
    "is_strongly_connected": ((5.17, 0, 0.0274), (32.2, 0.129, 0.000513)),
    "is_weakly_connected": ((2.04, 0.175, 0), (34.6, 0.0134, 0)),
    "node_connected_component": ((0.116, 0.131, 0), (10.6, 0.0219, 0.00197)),
    "shortest_path": ((1.58, 0.23, 0), (11.2, 0.117, 0.000252)),
    "shortest_path_length": ((1.97, 0.197, 0), (12.9, 0.0363, 0.00144)),
    "single_source_dijkstra": ((0, 0.806, 0.0737), (10.2, 0.191, 0.00314)),
    "single_source_dijkstra_path": ((0, 0.726, 0.0928), (7.36, 0.176, 0.00435)),
    "single_source_dijkstra_path_length": ((0, 0.569, 0.0722), (10.1, 0.0786, 0.00526)),
    "single_source_shortest_path": ((0.153, 0.202, 0), (9.79, 0.108, 0.000631)),
    "single_source_shortest_path_length": ((0.416, 0.174, 0), (11.1, 0.0332, 0.00152)),
    "single_target_shortest_path": ((0.115, 0.236, 0), (9.79, 0.111, 0.000267)),
    "single_target_shortest_path_length": ((0.479, 0.167, 0.000195), (11.4, 0.0349, 0.00145)),
    # Measured alone, on 2026-11-27 and the same processor at a load of 7, of commit 862e28b and changes to it.
    "multi_source_dijkstra": ((0, 0.699, 0.184), (15, 0.231, 0.00539)),
    "multi_source_dijkstra_path": ((0.653, 0.791, 0.188), (14.5, 0.241, 0.00494)),
    "multi_source_dijkstra_path_length": ((0, 0.461, 0.175), (14.8, 0.104, 0.00681)),
}
