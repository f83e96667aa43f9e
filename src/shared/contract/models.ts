import * as z from 'zod'

/** `not measured`: `npm run models:score` has not run for the model. */
export const ModelStanding = z.enum(['passed', 'not passed', 'not measured'])
export type ModelStanding = z.infer<typeof ModelStanding>

/** One measured value of a model with its threshold, both as text, e.g. `58 of 65` and `at least 75%`. */
export const Measure = z.object({
  name: z.string(),
  value: z.string(),
  needed: z.string().nullable(),
  isMet: z.boolean(),
})
export type Measure = z.infer<typeof Measure>

/** The language model of a note and its result on the bundled cases. */
export const NoteModel = z.object({
  name: z.string(),
  standing: ModelStanding,
  /** Measures below their threshold. */
  failed: z.array(Measure),
})
export type NoteModel = z.infer<typeof NoteModel>

/** The last measurement of a model. */
export const MeasuredModel = z.object({
  name: z.string(),
  standing: ModelStanding.exclude(['not measured']),
  measuredAt: z.iso.datetime({ offset: true }),
  measures: z.array(Measure),
})
export type MeasuredModel = z.infer<typeof MeasuredModel>

/** The answers of clinicians who compared supported sentences of a drafter with the transcript. */
export const SpotChecks = z.object({
  /** Name of the language model. Null for excerpts. */
  model: z.string().nullable(),
  answered: z.int(),
  /** Sentences that were wrong although the evidence check supported them. */
  wrong: z.int(),
})
export type SpotChecks = z.infer<typeof SpotChecks>

export const Models = z.object({
  /** The language model that drafts notes. Null with excerpts. */
  drafter: z.string().nullable(),
  hasSecondReading: z.boolean(),
  /** Every measured model, newest measurement first. */
  measured: z.array(MeasuredModel),
  /** Spot checks of notes in this installation, most answers first. */
  spotChecks: z.array(SpotChecks),
})
export type Models = z.infer<typeof Models>
