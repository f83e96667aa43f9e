/** What one MediaRecorder writes from its start to its end: a stream that plays by itself. */
export type Segment = {
  readonly mediaType: string
  /** Captures nothing more from the call on. Settles once the last slice was handed out. */
  stop(): Promise<void>
}

export type SegmentEvents = { onSlice: (data: Blob) => void; onError: (error: unknown) => void }

/** A kill loses at most what was not handed out yet: see docs/decisions/0008. */
const sliceMs = 500
/** Speech stays clear, and 50 minutes take 12 MB. */
const bitsPerSecond = 32_000
/** A recorder that says nothing for so long has nothing left. */
const stopTimeoutMs = 3000

const mediaTypes = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

/** @throws DOMException when the browser cannot record this stream */
export function beginSegment(stream: MediaStream, { onSlice, onError }: SegmentEvents): Segment {
  const mimeType = mediaTypes.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
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
