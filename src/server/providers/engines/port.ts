import type { EngineKind, EngineState, Machine, Trial } from '#shared/contract/engines.ts'
import type { WeightsFile } from '../weights/download.ts'
import type { SourcedFile } from '../weights/mirror.ts'

/** A model that Attend knows. Its files are pinned by length and SHA-256. */
export interface ListedModel {
  id: string
  kind: EngineKind
  name: string
  about: string
  license: string
  /** Folder of the files, as a URL. */
  base: string
  files: readonly WeightsFile[]
  /** Bytes of memory that the model needs while it works. */
  memory: number
  /** True for the model that is used if none was chosen. */
  isDefault: boolean
}

/** A model with the addresses of its files: at the mirror, if there is one. */
export interface SourcedModel extends ListedModel {
  files: readonly SourcedFile[]
}

/** A model as it is on this machine. */
export interface ModelState {
  state: EngineState
  /** True if the model is complete and in use, also while it is verified or downloaded again. */
  isActive: boolean
  /** Bytes on disk. */
  bytes: number
  verifiedFiles: number
  secondsLeft: number | null
  failure: string | null
}

/** The active engine. */
export interface ActiveEngine {
  /** A listed model; null for an endpoint, for files that were installed by hand, and without an engine. */
  modelId: string | null
  /** The environment setting that selects the engine; null if the engine is chosen in the product. */
  decidedBy: string | null
}

/** A part of a file that a user adds from another computer. `size` is that of the whole file, in bytes. */
export interface FilePart {
  uploadId: string
  size: number
  offset: number
}

/** A complete file and the models that have it. */
export interface AddedFile {
  fileName: string
  modelIds: string[]
}

/** The content is not a file of a listed model. */
export class UnknownFileError extends Error {}

/** The part begins after the end of the received bytes. */
export class WrongOffsetError extends Error {}

/** Pending work of a model. */
export interface Task {
  action: 'download' | 'verify'
  /** The user who requested the task. */
  userId: string
}

/**
 * The models on this machine. All state is in the folder of the models, so every process on that folder sees it and it
 * survives a restart.
 */
export interface Engines {
  readonly models: readonly SourcedModel[]
  machine(): Promise<Machine>
  stateOf(model: ListedModel): ModelState
  active(kind: EngineKind): ActiveEngine
  /** The name of the language model that drafts notes, as notes and scores store it. Null with excerpts. */
  languageModel(): string | null
  /** True if recordings and transcripts stay on this machine. */
  isLocal(): boolean
  /** Chooses an engine for the following transcriptions or drafts. */
  choose(model: ListedModel): Promise<void>
  /** Asks the worker for a download or verification; resumes a paused one. */
  request(model: ListedModel, task: Task): Promise<void>
  pause(model: ListedModel): Promise<void>
  /** Deletes the request, and the files unless the model is complete. */
  cancel(model: ListedModel): Promise<void>
  /** Deletes a model, and the choice of it. */
  remove(model: ListedModel): Promise<void>
  /**
   * Stores a part of a file; a part that is sent again replaces what arrived of it. Returns the file once it is complete
   * and recognized by its SHA-256; null before.
   * @throws UnknownFileError for any other file, which is deleted; WrongOffsetError
   */
  receive(part: FilePart, content: AsyncIterable<unknown>): Promise<AddedFile | null>
  /** The result of the last trial with the sample recording. */
  trial(): Trial | null
  saveTrial(trial: Trial): Promise<void>
  /**
   * Does all requested work, one model after another, in one process at a time. Ends when nothing is left to do.
   */
  work(signal: AbortSignal, report: WorkReport): Promise<void>
}

/** The caller's part of the work on a model. */
export interface WorkReport {
  /**
   * Called after each model whose files are complete. May return a failure for the user. If it rejects, the request
   * stays for the next call.
   */
  onInstalled: (model: ListedModel, task: Task) => Promise<string | null>
  /** Called for an unexpected error, which ends the request. Returns the failure for the user. */
  onError: (model: ListedModel, error: unknown) => string
}
