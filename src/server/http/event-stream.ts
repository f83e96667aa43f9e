/** Whether the answer of an endpoint is a stream of events. */
export function isEventStream(output: unknown): output is AsyncIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

/**
 * A stream whose failures are told like those of any other endpoint: before its first event by the status of the answer,
 * later by its last event. Every stream of ours begins with what stands now, so the first event is not waited for long.
 */
export async function tellFailures<T>(
  events: AsyncIterator<T>,
  told: (error: unknown) => Error,
): Promise<AsyncIterableIterator<T>> {
  const next = async () => {
    try {
      return await events.next()
    } catch (error) {
      throw told(error)
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
