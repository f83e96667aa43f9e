/** Reports errors to the operator through an external service. Callers never wait for it or fail because of it. */
export interface ErrorReports {
  /** False if nothing is sent. */
  readonly isOn: boolean
  /**
   * Reports an unexpected error: its class, its code and its positions in our files, never its message. `what` is a
   * constant text; `number` is the reference number shown to the user and logged.
   */
  report(error: unknown, what: string, number?: string): void
  /** Reports the duration of a request. One in ten is sent (spec core §9). */
  timed(endpoint: string, began: Date, milliseconds: number, isFailed: boolean): void
  /** Waits a moment for pending reports. */
  close(): Promise<void>
}
