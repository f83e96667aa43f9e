import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Speaker } from './transcripts.ts'

/** `speech` turns recordings into text, `speakers` identifies who is speaking, `language` drafts notes. */
export const EngineKind = z.enum(['speech', 'speakers', 'language'])
export type EngineKind = z.infer<typeof EngineKind>

/**
 * `waiting` for another download or for a worker; `offline`: the server of the files cannot be reached, and the
 * download resumes automatically.
 */
export const EngineState = z.enum([
  'absent',
  'waiting',
  'downloading',
  'offline',
  'paused',
  'verifying',
  'installed',
  'active',
])
export type EngineState = z.infer<typeof EngineState>

export const EngineModel = z.object({
  id: z.string(),
  name: z.string(),
  /** Languages and speed, e.g. `English`. */
  about: z.string(),
  /** Bytes to download. */
  size: z.number(),
  license: z.string(),
  /** Where the files come from, without a file name. */
  source: z.string(),
  /** `url` is where the file can be downloaded on another computer. */
  files: z.array(z.object({ name: z.string(), url: z.string(), bytes: z.number(), sha256: z.string() })),
  /** Bytes of memory that the model needs while it works. */
  memory: z.number(),
  /** True if that much memory is free now. */
  fits: z.boolean(),
  /** The measured quality in one or two short lines; empty if it was never measured. */
  measured: z.array(z.string()),
  isRecommended: z.boolean(),
  state: EngineState,
  /** True if the model is in use, also while it is verified. */
  isActive: z.boolean(),
  /** Bytes and files that are on this machine. */
  bytes: z.number(),
  verifiedFiles: z.int(),
  /** Null while the speed is unknown. */
  secondsLeft: z.number().nullable(),
  /** Why the last download or verification failed. */
  failure: z.string().nullable(),
})
export type EngineModel = z.infer<typeof EngineModel>

export const EngineGroup = z.object({
  kind: EngineKind,
  models: z.array(EngineModel),
  /** The setting in the environment that decides which engine is used. Null if it can be chosen here. */
  decidedBy: z.string().nullable(),
})
export type EngineGroup = z.infer<typeof EngineGroup>

/** Cores, and memory and disk in bytes, that this process may use. */
export const Machine = z.object({
  cores: z.int(),
  memoryFree: z.number(),
  memoryTotal: z.number(),
  diskFree: z.number(),
})
export type Machine = z.infer<typeof Machine>

/** One run of the sample recording through the active engines. Results are null until they are available. */
export const Trial = z.object({
  state: z.enum(['running', 'done', 'failed']),
  step: z.enum(['transcribing', 'speakers', 'drafting']).nullable(),
  /** Seconds of the running step. */
  stepSeconds: z.number(),
  /** `wrong` of the `of` words of the sample are wrong, missing or added. */
  transcribed: z.object({ seconds: z.number(), words: z.int(), wrong: z.int(), of: z.int() }).nullable(),
  speakers: z.object({ seconds: z.number(), found: z.int() }).nullable(),
  /** Null without a language model. */
  drafted: z.object({ seconds: z.number(), words: z.int(), sentences: z.int(), withSource: z.int() }).nullable(),
  /** The first two turns. */
  turns: z.array(z.object({ speaker: Speaker, text: z.string() })),
  failure: z.string().nullable(),
})
export type Trial = z.infer<typeof Trial>

export const Engines = z.object({
  machine: Machine,
  /** True if neither recordings nor transcripts are sent to another machine. */
  isLocal: z.boolean(),
  groups: z.array(EngineGroup),
  /** The last trial. Null before the first. */
  trial: Trial.nullable(),
})
export type Engines = z.infer<typeof Engines>

const OneModel = z.object({ modelId: z.string().max(100) })

const change = (verb: string, summary: string) =>
  endpoint({ method: 'POST', path: `/engines/{modelId}/${verb}`, summary })
    .input(OneModel)
    .output(Engines)

/**
 * Files and the sample bypass the contract: `PUT /api/engines/files/{uploadId}/{size}/{offset}` appends a part of a file
 * (204, or 201 after the last one), and `GET /api/engines/sample` is the audio of the sample.
 *
 * For platform admins, and for the first account of a local installation.
 */
export const engines = {
  list: endpoint({
    method: 'GET',
    path: '/engines',
    summary: 'The models of this installation, and its machine',
  }).output(Engines),
  download: change('download', 'Download a model, or resume its download'),
  pause: change('pause', 'Pause the download of a model'),
  cancel: change('cancel', 'Cancel the download of a model and delete what was downloaded'),
  verify: change('verify', 'Compare the files of a model with their checksums'),
  use: change('use', 'Use an installed model from the next session on'),
  try: endpoint({
    method: 'POST',
    path: '/engines/try',
    summary: 'Try the active engines on a recorded sample',
  }).output(Engines),
  remove: change('remove', 'Delete the files of a model'),
}
