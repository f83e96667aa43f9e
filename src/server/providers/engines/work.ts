import { rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { download, sha256Of } from '../weights/download.ts'
import { DownloadError } from '../weights/download-error.ts'
import { inGigabytes } from '../weights/gigabytes.ts'
import type { ModelFiles } from './model-files.ts'
import type { ListedModel, SourcedModel, WorkReport } from './port.ts'
import type { Request, Requests } from './requests.ts'

interface Work extends WorkReport {
  models: readonly SourcedModel[]
  requests: Requests
  files: ModelFiles
  signal: AbortSignal
}

/** Milliseconds between two checks whether a user paused or canceled the request. */
const lookMs = 500

/** Seconds before each retry after a lost connection. The last value repeats. */
const pauses = [1, 2, 4, 8, 15, 30] as const

/** Does all requests that are not paused, the oldest first. */
export async function workOn(work: Work): Promise<void> {
  const { models, requests, signal } = work
  for (;;) {
    signal.throwIfAborted()
    const next = requests.next()
    if (!next) return
    const model = models.find(({ id }) => id === next.modelId)
    if (model) await doRequest(work, model, next.request)
    else await requests.delete(next.modelId)
  }
}

/** Does one request until it is done, fails, or is paused or canceled. */
async function doRequest(work: Work, model: SourcedModel, request: Request): Promise<void> {
  const { requests, files, onInstalled, onError } = work
  const changed = new AbortController()
  const watch = setInterval(() => {
    const now = requests.find(model.id)
    if (now?.id !== request.id || now.isPaused) changed.abort()
  }, lookMs)
  const signal = AbortSignal.any([work.signal, changed.signal])
  try {
    if (request.action === 'verify') await verify(work, model, request, signal)
    else await downloadAll(work, model, request, signal)
  } catch (error) {
    work.signal.throwIfAborted()
    if (changed.signal.aborted) {
      // The cancellation could not delete a file that was being written.
      if (!requests.find(model.id) && !files.isInstalled(model)) await files.deleteUnfinished(model)
      return
    }
    // A request that failed for good must not hold up those after it.
    const failure = error instanceof DownloadError ? error.message : onError(model, error)
    await requests.end(model.id, request, failure)
    return
  } finally {
    clearInterval(watch)
  }
  await requests.end(model.id, request, await onInstalled(model, request))
}

/** Reports the progress now and each second, so that the work does not count as stopped. */
async function whileReporting(report: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  await report()
  let reported: Promise<void> = Promise.resolve()
  const alive = setInterval(() => {
    reported = reported.then(report).catch(() => undefined)
  }, 1000)
  try {
    await work()
  } finally {
    clearInterval(alive)
    // A late report would overwrite the final one.
    await reported
  }
}

async function verify({ files, requests }: Work, model: ListedModel, { id }: Request, signal: AbortSignal) {
  const report = () =>
    requests.report(model.id, { requestId: id, stage: 'verifying', secondsLeft: null, failure: null })
  await whileReporting(report, () => verifyAll(files, model, signal))
}

async function verifyAll(files: ModelFiles, model: ListedModel, signal: AbortSignal): Promise<void> {
  for (const file of model.files) {
    const path = files.pathOf(model, file)
    const found = await sha256Of(path, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new DownloadError('content', `${file.name} cannot be read. Download it again.`, { cause: error })
    })
    if (found === file.sha256) continue
    await rm(path, { force: true })
    throw new DownloadError('content', `${file.name} does not match its checksum. It was deleted. Download it again.`)
  }
}

/** Downloads the missing files. Retries after a lost connection. */
async function downloadAll(work: Work, model: SourcedModel, request: Request, signal: AbortSignal): Promise<void> {
  const { files, requests } = work
  const report = (stage: 'downloading' | 'offline', secondsLeft: number | null) =>
    requests.report(model.id, { requestId: request.id, stage, secondsLeft, failure: null })
  await requireDiskSpace(files, model)
  const speed = new Speed(files.bytesOf(model))
  const total = model.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let isOffline = false
  const reportNow = () =>
    isOffline ? report('offline', null) : report('downloading', speed.secondsLeft(files.bytesOf(model), total))
  await whileReporting(reportNow, async () => {
    for (const file of model.files) {
      for (let failures = 0; !files.isComplete(model, file);) {
        const before = files.bytesOf(model)
        try {
          const [url, target] = [file.url, files.pathOf(model, file)]
          await download({ url, target, file, signal, onBytes: () => (isOffline = false) })
        } catch (error) {
          if (!(error instanceof DownloadError) || error.problem !== 'offline') throw error
          failures = files.bytesOf(model) > before ? 0 : failures + 1
          isOffline = true
          await sleep((pauses[Math.min(failures, pauses.length - 1)] ?? 1) * 1000, undefined, { signal })
        }
      }
    }
  })
}

/** @throws DownloadError if the disk cannot hold what is left to download */
async function requireDiskSpace(files: ModelFiles, model: ListedModel): Promise<void> {
  const [file] = model.files
  if (!file) return
  const { bavail, bsize } = await statfs(dirname(dirname(files.pathOf(model, file))))
  const availableBytes = bavail * bsize
  const needed = model.files.reduce((sum, { bytes }) => sum + bytes, 0) - files.bytesOf(model)
  if (needed > availableBytes)
    throw new DownloadError(
      'disk',
      `Not enough disk space. ${inGigabytes(needed)} needed, ${inGigabytes(availableBytes)} free.`,
    )
}

/** The speed of the last ten seconds. */
class Speed {
  #marks: { at: number; bytes: number }[]

  constructor(bytes: number) {
    this.#marks = [{ at: Date.now(), bytes }]
  }

  /** The time that a download still needs; null while the speed is unknown. */
  secondsLeft(bytes: number, total: number): number | null {
    const now = Date.now()
    this.#marks = [...this.#marks.filter(({ at }) => now - at < 10_000), { at: now, bytes }]
    const [first] = this.#marks
    if (!first || bytes <= first.bytes) return null
    return Math.ceil(((total - bytes) * (now - first.at)) / 1000 / (bytes - first.bytes))
  }
}
