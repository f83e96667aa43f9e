/** `offline` is temporary: the download can be resumed. The other problems need an action of a user. */
export type DownloadProblem = 'offline' | 'rejected' | 'content' | 'disk'

export class DownloadError extends Error {
  readonly problem: DownloadProblem
  constructor(problem: DownloadProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DownloadError'
    this.problem = problem
  }
}
