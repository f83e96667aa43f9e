import { type FileHandle, open } from 'node:fs/promises'
import { element, float, idBytes, ids, sizeBytes, unsigned } from './elements.ts'
import { headBytes, type OpusHead } from './opus.ts'

/** Milliseconds per cluster. Players seek to the beginning of a cluster; times inside have 16 bits. */
const clusterMs = 5000
const writeBytes = 1024 * 1024

/**
 * Bytes of a block header: its id, its size in four bytes, then track number, time relative to the cluster, and flags.
 */
const blockHeadBytes = 9

/** Version 4 of WebM (RFC 8794, section 11.2). */
const ebmlHeader = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex')

/** Position of the segment's content, from which positions count: after its id of four bytes and its size of eight. */
const bodyAt = ebmlHeader.length + 12

/** A header of the usual length, until the format is known. */
const unknownHead: OpusHead = { bytes: Buffer.alloc(headBytes), channels: 1, preSkip: 0 }

const text = (value: string) => Buffer.from(value, 'latin1')

/** Writes Opus packets unchanged as a measured, seekable WebM file: with its duration and an index of its clusters. */
export class OpusWriter implements AsyncDisposable {
  readonly #file: FileHandle
  #head: OpusHead | null = null
  readonly #cues: { time: number; position: number }[] = []
  #position = 0
  #pending: Buffer[] = []
  #pendingBytes = 0
  #cluster = Buffer.allocUnsafeSlow(64 * 1024)
  #clusterBytes = 0
  #clusterTime = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Opens a new file. */
  static async open(path: string): Promise<OpusWriter> {
    const writer = new OpusWriter(await open(path, 'wx', 0o600))
    // `finish` replaces this beginning by one of the same length.
    writer.#push(writer.#beginning(0, 0, 0))
    return writer
  }

  /** Sets the format of the following packets. The file has the first format; it is stereo if one of them is. */
  describe(head: OpusHead): void {
    if (!this.#head || head.channels > this.#head.channels) this.#head = head
  }

  /**
   * Adds the packet in `bytes` from `start` to `end`.
   * @param time milliseconds, not before the previous packet
   */
  add(time: number, bytes: Buffer, start: number, end: number): void {
    const rounded = Math.round(time)
    if (this.#clusterBytes === 0 || rounded - this.#clusterTime >= clusterMs) {
      this.#closeCluster()
      this.#clusterTime = rounded
    }
    const size = end - start
    let at = this.#clusterBytes
    const cluster = this.#roomFor(at + blockHeadBytes + size)
    at = cluster.writeUInt8(ids.simpleBlock, at)
    at = cluster.writeUInt32BE(0x10000000 + size + 4, at)
    at = cluster.writeUInt8(0x81, at)
    at = cluster.writeInt16BE(rounded - this.#clusterTime, at)
    at = cluster.writeUInt8(0x80, at)
    this.#clusterBytes = at + bytes.copy(cluster, at, start, end)
  }

  /** Writes the collected packets once there are enough. Call it regularly. */
  async flush(least = writeBytes): Promise<void> {
    if (this.#pendingBytes < least) return
    const bytes = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    await this.#file.writeFile(bytes)
  }

  /**
   * Writes the index, and the final values at the beginning.
   * @param duration milliseconds
   */
  async finish(duration: number): Promise<void> {
    this.#closeCluster()
    const cuesAt = this.#position - bodyAt
    const points = this.#cues.map(({ time, position }) =>
      element(
        ids.cuePoint,
        element(ids.cueTime, unsigned(time)),
        element(
          ids.cueTrackPositions,
          element(ids.cueTrack, unsigned(1)),
          element(ids.cueClusterPosition, unsigned(position)),
        ),
      ),
    )
    this.#push(element(ids.cues, ...points))
    await this.flush(0)
    const beginning = this.#beginning(this.#position - bodyAt, duration, cuesAt)
    await this.#file.write(beginning, 0, beginning.length, 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }

  #push(bytes: Buffer) {
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    this.#position += bytes.length
  }

  #roomFor(bytes: number): Buffer {
    if (bytes > this.#cluster.length) {
      const larger = Buffer.allocUnsafeSlow(bytes * 2)
      this.#cluster.copy(larger, 0, 0, this.#clusterBytes)
      this.#cluster = larger
    }
    return this.#cluster
  }

  #closeCluster() {
    if (this.#clusterBytes === 0) return
    this.#cues.push({ time: this.#clusterTime, position: this.#position - bodyAt })
    const blocks = this.#cluster.subarray(0, this.#clusterBytes)
    this.#push(element(ids.cluster, element(ids.timestamp, unsigned(this.#clusterTime)), blocks))
    this.#clusterBytes = 0
  }

  /** Everything before the first cluster. */
  #beginning(bodyBytes: number, duration: number, cuesAt: number): Buffer {
    const info = element(
      ids.info,
      element(ids.timestampScale, unsigned(1_000_000)),
      element(ids.muxingApp, text('Attend')),
      element(ids.writingApp, text('Attend')),
      element(ids.duration, float(duration)),
    )
    const entry = (id: number, position: number) =>
      element(ids.seek, element(ids.seekId, idBytes(id)), element(ids.seekPosition, unsigned(position)))
    const seekHead = (infoAt: number, tracksAt: number) =>
      element(ids.seekHead, entry(ids.info, infoAt), entry(ids.tracks, tracksAt), entry(ids.cues, cuesAt))
    const infoAt = seekHead(0, 0).length
    const content = [seekHead(infoAt, infoAt + info.length), info, this.#tracks()]
    return Buffer.concat([ebmlHeader, idBytes(ids.segment), sizeBytes(bodyBytes), ...content])
  }

  #tracks(): Buffer {
    const { bytes, channels, preSkip } = this.#head ?? unknownHead
    return element(
      ids.tracks,
      element(
        ids.trackEntry,
        element(ids.trackNumber, unsigned(1)),
        element(ids.trackUid, unsigned(1)),
        element(ids.trackType, unsigned(2)),
        element(ids.codecId, text('A_OPUS')),
        element(ids.codecPrivate, bytes),
        element(ids.codecDelay, unsigned(Math.round(preSkip * 1e6))),
        element(ids.seekPreRoll, unsigned(80_000_000)),
        element(ids.audio, element(ids.samplingFrequency, float(48_000)), element(ids.channels, unsigned(channels))),
      ),
    )
  }
}
