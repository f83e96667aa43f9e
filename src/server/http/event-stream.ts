/** True if an endpoint returned a stream of events. */
export function isEventStream(output: unknown): output is AsyncIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

/**
 * A stream that reports failures like other endpoints: a failure before the first event sets the response status, a
 * later one is the last event. Our streams send the current state first, so the first event is not awaited for long.
 */
export async function mapStreamErrors<T>(
  events: AsyncIterator<T>,
  toError: (error: unknown) => Error,
): Promise<AsyncIterableIterator<T>> {
  const next = async () => {
    try {
      return await events.next()
    } catch (error) {
      throw toError(error)
    }
  }
  let first: IteratorResult<T> | undefined = await next()
  const stream: AsyncIterableIterator<T> = {
    async next() {
      const event = first ?? (await next())
      first = undefined
      return event
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
