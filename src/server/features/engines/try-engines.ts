import { readFile } from 'node:fs/promises'
import type { Trial } from '#shared/contract/engines.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import type { Services } from '#server/context.ts'
import type { Engines } from '#server/providers/engines/port.ts'
import { SpeechError } from '#server/providers/speech/port.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { nameSpeakers } from '#server/features/transcripts/name-speakers.ts'
import { samplePath, sampleText } from './sample.ts'
import { countWordErrors, countWords } from './word-errors.ts'

type TrialServices = Pick<Services, 'speech' | 'drafter' | 'engines' | 'log'>

/** Milliseconds between two heartbeats of a running trial. */
const heartbeatMs = 1000

/** The results of a trial that has just begun. */
export const emptyTrial = { stepSeconds: 0, transcribed: null, speakers: null, drafted: null, turns: [], failure: null }

/**
 * Transcribes the sample, identifies its speakers and drafts a note from it, with the active engines. Each result is
 * saved as soon as it is complete. A failure ends the trial with a reason.
 */
export async function tryEngines(services: TrialServices, signal: AbortSignal): Promise<void> {
  const { engines, log } = services
  let trial: Trial = { state: 'running', step: 'transcribing', ...emptyTrial }
  let since = performance.now()
  let saved: Promise<void> = Promise.resolve()
  const save = () => (saved = saved.then(() => engines.saveTrial({ ...trial, stepSeconds: secondsSince(since) })))
  const next = (changes: Partial<Trial>) => {
    trial = { ...trial, ...changes }
    since = performance.now()
    return save()
  }
  await save()
  const heartbeat = setInterval(() => void save().catch(() => undefined), heartbeatMs)
  try {
    const found = await transcribe(services, signal)
    const text = found.utterances.map((turn) => turn.text).join(' ')
    const { wrong, of } = countWordErrors(sampleText, text)
    const seconds = secondsSince(since)
    await next({ step: 'speakers', transcribed: { seconds, words: countWords(text), wrong, of } })
    const transcript = await nameSpeakers(services, found, signal)
    const turns = turnsOf(transcript)
    const speakers = new Set(turns.map(({ speaker }) => speaker)).size
    await next({
      step: 'drafting',
      speakers: { seconds: secondsSince(since), found: speakers },
      turns: turns.slice(0, 2),
    })
    const drafted = hasLanguageModel(engines) ? await draft(services, transcript, signal) : null
    await next({ state: 'done', step: null, drafted: drafted && { ...drafted, seconds: secondsSince(since) } })
  } catch (error) {
    signal.throwIfAborted()
    const isExpected = error instanceof SpeechError || error instanceof DrafterError
    if (!isExpected) log.error({ err: error }, 'the sample could not be tried')
    await next({ state: 'failed', step: null, failure: isExpected ? error.message : 'The sample could not be tried.' })
  } finally {
    clearInterval(heartbeat)
    await saved
  }
}

/** False with excerpts, and for a listed model that would have to be downloaded first. */
function hasLanguageModel(engines: Engines): boolean {
  const { modelId } = engines.active('language')
  const listed = engines.models.find(({ id }) => id === modelId)
  return listed ? engines.stateOf(listed).isActive : engines.languageModel() !== null
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10

async function transcribe({ speech }: TrialServices, signal: AbortSignal): Promise<Transcript> {
  // If the sample is missing, this read fails, instead of the engine's child process.
  await readFile(samplePath)
  const { segments, language, engine } = await speech.transcribe(samplePath, { signal, onProgress: () => undefined })
  const utterances = segments.map(({ start, end, text, label }, at) => ({
    id: `u${at + 1}`,
    speaker: 'unknown' as const,
    label: label ?? '',
    start,
    end,
    text: text.trim(),
  }))
  return { utterances, language, engine, hasTimes: true }
}

/** Returns the turns of the sample: each joins the consecutive utterances of one speaker. */
function turnsOf({ utterances }: Transcript): Trial['turns'] {
  const turns: Trial['turns'] = []
  for (const { speaker, text } of utterances) {
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns
}

async function draft({ drafter }: TrialServices, transcript: Transcript, signal: AbortSignal) {
  const { sections } = await drafter.draft({
    transcript,
    noteType: 'SOAP',
    sectionTitles: sectionsOf.SOAP,
    clientFirstName: 'Maya',
    clientPronouns: 'N/A',
    session: { date: '2026-03-02', durationMinutes: 50, settingType: 'in-person' },
    signal,
  })
  const statements = sections.flatMap((section) => section.statements)
  return {
    words: countWords(sections.map(({ content }) => content).join(' ')),
    sentences: statements.length,
    withSource: statements.filter(({ evidence }) => evidence.length > 0).length,
  }
}
