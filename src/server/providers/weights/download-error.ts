/** `offline` is temporary: the download can be resumed. For the others, a user must act. */
export type DownloadProblem = 'offline' | 'rejected' | 'content' | 'disk'

export class DownloadError extends Error {
  readonly problem: DownloadProblem
  constructor(problem: DownloadProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DownloadError'
    this.problem = problem
  }
}
