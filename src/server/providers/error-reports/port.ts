/** Tells whoever runs Attend what went wrong, by a service outside of the house. Nothing here waits for it or fails with it. */
export interface ErrorReports {
  /** Whether anything is sent at all. */
  readonly isOn: boolean
  /**
   * Reports what nobody expected: its class, its code and its places in our files, never its message. `what` is a fixed
   * sentence of the code; `number` the one that the person and the log were given.
   */
  report(error: unknown, what: string, number?: string): void
  /** How long an endpoint took. One in ten is sent (spec core §9). */
  timed(endpoint: string, began: Date, milliseconds: number, isFailed: boolean): void
  /** Gives what is under way a moment to arrive. */
  close(): Promise<void>
}
