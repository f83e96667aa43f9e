import type { Transcript } from '#shared/contract/transcripts.ts'
import { splitSentences } from '#shared/rules/sentences.ts'

/** An utterance, or a part of a very long one, as the model sees it. */
export interface Line {
  /** Number of the utterance, from 1. */
  number: number
  speaker: string
  text: string
}

/** Characters that make about one token each, and letters that make about half of one. */
const denseCharacters =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/gu
const otherLetters = /(?!\p{scx=Latin})[\p{L}\p{M}]/gu

/** Tokens for the data of a prompt beside its `frame`. A third of the context is for the answer. */
export const dataTokens = (contextTokens: number, frame: string) =>
  Math.floor((contextTokens * 2) / 3) - estimateTokens(frame)

/** A cautious estimate of the tokens of a text; exact counts differ between models. */
export function estimateTokens(text: string): number {
  // Most texts have Latin letters only, and counting those needs no search.
  if (!/[^\t-\u036f\u2010-\u203a]/.test(text)) return Math.ceil(text.length / 3.2)
  const dense = text.match(denseCharacters)?.length ?? 0
  const others = text.replace(denseCharacters, '').match(otherLetters)?.length ?? 0
  return Math.ceil(dense + others / 2 + (text.length - dense - others) / 3.2)
}

const lineTokens = ({ text, speaker }: Line) => estimateTokens(text) + estimateTokens(speaker) + 6

/** Number of utterances that two consecutive parts share, so that a question and its answer stay together. */
const overlap = 4

/** Cuts a transcript into overlapping parts that each fit into `tokens`. */
export function partsOf(transcript: Transcript, tokens: number): Line[][] {
  const lines = transcript.utterances.flatMap(({ speaker, label, text }, at) => {
    const name = speaker === 'unknown' ? label.replace(/[\][:\n]/g, ' ').trim() || 'unknown' : speaker
    return piecesOf(text, tokens / 2).map((piece) => ({ number: at + 1, speaker: name, text: piece }))
  })
  const parts: Line[][] = []
  let part: Line[] = []
  let size = 0
  for (const line of lines) {
    if (size + lineTokens(line) > tokens && part.length > 0) {
      parts.push(part)
      part = seamOf(part, tokens / 4)
      size = sizeOf(part)
      if (size + lineTokens(line) > tokens) [part, size] = [[], 0]
    }
    part.push(line)
    size += lineTokens(line)
  }
  return part.length > 0 ? [...parts, part] : parts
}

const sizeOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + lineTokens(line), 0)

function seamOf(part: readonly Line[], tokens: number): Line[] {
  const seam = part.slice(-overlap)
  while (seam.length > 0 && sizeOf(seam) > tokens) seam.shift()
  return seam
}

function piecesOf(text: string, tokens: number): string[] {
  const textTokens = estimateTokens(text)
  if (textTokens <= tokens) return [text.replace(/\s+/g, ' ')]
  const longest = Math.max(200, Math.floor((tokens / textTokens) * text.length * 0.9))
  const sentences = splitSentences(text).flatMap(
    (sentence) => sentence.match(new RegExp(`.{1,${longest}}(?:\\s|$)|.{1,${longest}}`, 'gs')) ?? [],
  )
  return sentences.reduce<string[]>((pieces, sentence) => {
    const last = pieces.at(-1)
    const isFull = last === undefined || last.length + sentence.length > longest
    return isFull ? [...pieces, sentence.trim()] : [...pieces.slice(0, -1), `${last} ${sentence.trim()}`]
  }, [])
}
