import { maxSpeakerLabelLength } from '#shared/contract/limits.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { visible, visibleLabel } from '#shared/rules/visible.ts'
import { wordsOf } from '../language/words.ts'
import { isCueFile, readCues } from './cues.ts'
import { decode } from './decode.ts'
import { TranscriptFileError } from './error.ts'
import { readCsv } from './csv.ts'
import { htmlText, isHtml } from './html.ts'
import { readJson } from './json.ts'
import { readPlainText } from './plain-text.ts'
import { roleOf } from './roles.ts'
import { hasWords, type Turn } from './turn.ts'
import { fromFirstTime } from './wall-clock.ts'

/** Limits for one session: a cue has four lines, and eight hours of speech have under 20,000 turns. */
const maxLines = 100_000
const maxTurns = 20_000

export interface TranscriptText {
  fileName: string
  text: string
  /** Names of people known to be in the session. */
  known?: readonly string[]
}

export type TranscriptBytes = Omit<TranscriptText, 'text'> & { bytes: Uint8Array }

export interface ReadTranscript {
  transcript: Transcript
  /** The client's name in the file's header, if it has one. */
  clientName: string | null
}

/**
 * Parses an exported transcript: WebVTT, SRT, JSON, a table (CSV), HTML or plain text, detected by content, not by file name.
 * A speaker whose label names a role gets that role; others stay `unknown`. Drops no spoken word.
 * @throws TranscriptFileError
 */
export function readTranscriptFile({ bytes, ...source }: TranscriptBytes): ReadTranscript {
  if (bytes.length === 0) throw new TranscriptFileError('transcript_required')
  return readTranscriptText({ ...source, text: decode(bytes) })
}

/** Parses a text with `\n` line ends. @throws TranscriptFileError */
export function readTranscriptText(source: TranscriptText): ReadTranscript {
  const { text } = source
  if (text.trim() === '') throw new TranscriptFileError('transcript_required')
  const { format, turns, clientName } = readTurns(source)
  if (turns.length > maxTurns) throw new TranscriptFileError('transcript_too_long')
  const plain = turns
    .map((turn) => ({
      ...turn,
      text: withSingleSpaces(visible(turn.text)),
      label: visibleLabel(turn.label).slice(0, maxSpeakerLabelLength).toWellFormed(),
    }))
    .filter((turn) => hasWords(turn.text))
  if (plain.length === 0) throw new TranscriptFileError('transcript_required')
  const words = plain.reduce((sum, turn) => sum + wordsOf(turn.text).length, 0)
  const spoken = joinSplitSentences(fromFirstTime(plain, words))
  const hasTimes = spoken.some(({ start }) => start !== null)
  const transcript = {
    utterances: utterancesOf(spoken),
    language: languageOf(text),
    engine: `import ${format}`,
    hasTimes,
  }
  return { transcript, clientName }
}

interface Found {
  format: string
  turns: Turn[]
  clientName: string | null
}

function readTurns(source: TranscriptText): Found {
  const { text, fileName, known } = source
  if (linesOf(text) > maxLines) throw new TranscriptFileError('transcript_too_long')
  if (isHtml(text)) return readPage({ ...source, text: htmlText(text) })
  if (isCueFile(text))
    return { format: /^\s*WEBVTT/.test(text) ? 'WebVTT' : 'SRT', turns: readCues(text, known), clientName: null }
  const isCalledJson = /\.json\s*$/i.test(fileName)
  if (/^\s*[[{]\s*["{[]/.test(text) || (isCalledJson && /^\s*[[{]/.test(text))) {
    const turns = readJson(text)
    if (turns) return { format: 'JSON', turns, clientName: null }
    if (isCalledJson) throw new TranscriptFileError('transcript_unreadable')
  }
  const table = readCsv(text, { isCalledTable: /\.[ct]sv\s*$/i.test(fileName), known })
  if (table) return { format: 'CSV', turns: table, clientName: null }
  return { format: 'text', ...readPlainText(text, known) }
}

/** A page is a transcript only if it names speakers. The page of an expired link, for example, names none. */
function readPage(source: TranscriptText): Found {
  const found = readTurns(source)
  if (found.turns.every(({ label }) => label === '')) throw new TranscriptFileError('transcript_unreadable')
  return { ...found, format: 'HTML' }
}

function linesOf(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

const withSingleSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Seconds up to which cues cut in mid-sentence are joined. */
const maxJoinedSeconds = 30

/** Joins a sentence that was split over several cues. */
function joinSplitSentences(turns: readonly Turn[]): Turn[] {
  return turns.reduce<Turn[]>((result, turn) => {
    const last = result.at(-1)
    if (!last || !isContinuation(last, turn)) {
      result.push({ ...turn })
      return result
    }
    last.text = `${last.text} ${turn.text}`
    last.end = turn.end
    return result
  }, [])
}

function isContinuation(last: Turn, next: Turn): boolean {
  if (last.label !== next.label || last.start === null || next.start === null || last.end === null || next.end === null)
    return false
  const isCut = /[\p{L}\p{N},]$/u.test(last.text) && (last.label !== '' || /^\p{Ll}/u.test(next.text))
  return isCut && next.start - last.end <= 1 && next.end - last.start <= maxJoinedSeconds
}

/** Approximate seconds per spoken word, for turns without an end. */
const secondsPerWord = 0.4

/**
 * A turn without a start begins at the previous end. A turn without an end has a length estimated from its words, up to
 * the next start.
 */
function utterancesOf(turns: readonly Turn[]): Utterance[] {
  let clock = 0
  return turns.map(({ label, text, isSpeakerUnsure, ...times }, at) => {
    const start = times.start ?? clock
    const next = turns[at + 1]?.start ?? Number.POSITIVE_INFINITY
    const spoken = times.start === null ? 0 : wordsOf(text).length * secondsPerWord
    const end = Math.max(start, times.end ?? Math.min(next, start + spoken))
    clock = end
    return {
      id: `u${at + 1}`,
      speaker: roleOf(label),
      label,
      start,
      end,
      text,
      ...(isSpeakerUnsure && { isSpeakerUnsure }),
    }
  })
}

/** The language in a WebVTT header; otherwise `und` (undetermined). */
function languageOf(text: string): string {
  return /^\s*WEBVTT[^\n]*\n(?:[^\n]+\n)*?Language:\s*([A-Za-z-]{2,12})/i.exec(text)?.[1]?.toLowerCase() ?? 'und'
}
