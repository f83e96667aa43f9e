/** The output of one MediaRecorder from start to stop. It can be played on its own. */
export type Segment = {
  readonly mediaType: string
  /** Stops capturing immediately. Resolves after the last slice. */
  stop(): Promise<void>
}

export type SegmentEvents = { onSlice: (data: Blob) => void; onError: (error: unknown) => void }

/** Duration of a slice. A crash loses at most one slice (decision 0008). */
const sliceMs = 500
/** Speech stays clear at this rate, and 50 minutes take 12 MB. */
const bitsPerSecond = 32_000
/** If a stopped recorder delivers nothing for this long, it has no more data. */
const stopTimeoutMs = 3000

const mediaTypes = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

/** Starts a segment. @throws DOMException when the browser cannot record this stream */
export function beginSegment(
  stream: MediaStream,
  { onSlice, onError }: SegmentEvents,
  audioBitsPerSecond = bitsPerSecond,
): Segment {
  const mimeType = mediaTypes.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond })
  const stopped = Promise.withResolvers<void>()
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onSlice(data)
  })
  recorder.addEventListener('error', (event) => onError(Reflect.get(event, 'error')))
  recorder.addEventListener('stop', () => stopped.resolve())
  recorder.start(sliceMs)

  return {
    get mediaType() {
      return recorder.mimeType
    },
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      setTimeout(stopped.resolve, stopTimeoutMs)
      return stopped.promise
    },
  }
}
