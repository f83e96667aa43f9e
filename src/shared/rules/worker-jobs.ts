/** Two kinds of jobs that workers can divide (`WORKER_JOBS`). */
export const jobKinds = ['long', 'short'] as const
export type JobKind = (typeof jobKinds)[number]

/** The kinds of jobs that none of these workers takes. A worker that does not report its jobs takes all. */
export function jobsWithoutWorker(workers: readonly { jobs: 'all' | JobKind | null }[]): JobKind[] {
  return jobKinds.filter((kind) => !workers.some(({ jobs }) => jobs === null || jobs === 'all' || jobs === kind))
}
