"""What networkx asks of a backend before it loads it: MultiGraph itself is not imported here."""


def get_info() -> dict:
    return {
        "backend_name": "mg",
        "project": "multigraph",
        "package": "multigraph",
        "short_summary": "Graph algorithms in parallel on CPUs and NVIDIA GPUs, in one small package.",
        "default_config": {"device": "auto", "threads": 0, "least_arcs": 300},
        "functions": {"leiden_communities": {}},  # those that networkx has no code of: it looks them up here
    }
