"""A plug-in of pytest for networkx's tests: fails unless each function of the backend has answered a call."""

import functools

from multigraph.networkx import _functions, backend

answered: set[str] = set()


def counted(name, function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        answered.add(name)
        return result

    return call


for _name in _functions.offered:
    setattr(backend, _name, counted(_name, getattr(backend, _name)))


def pytest_sessionfinish(session, exitstatus):
    left = {"leiden_communities"} if _functions.SINCE_3_7 else set()  # whose tests of modularity have a seed
    missed = sorted(set(_functions.offered) - answered - left)
    print(f"\n{len(answered)} of {len(_functions.offered)} functions of the backend have answered calls")
    if missed and exitstatus == 0:
        print(f"not called: {', '.join(missed)}")
        session.exitstatus = 1
