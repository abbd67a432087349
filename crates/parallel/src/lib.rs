//! The worker pool: jobs on several threads, results in the order of the jobs or as they finish.
