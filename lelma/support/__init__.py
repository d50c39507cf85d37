"""What every other room stands on, and that knows none of them: errors, paths, data from outside, worker processes.

Begin with `errors`, whose tree is drawn at its top. Whatever comes from a file or a server is read through `outside`
and held against its `shape`; work that must not harm this process goes through `worker_pool`.
"""
