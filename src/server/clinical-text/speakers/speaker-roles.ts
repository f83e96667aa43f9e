import type { Speaker, Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { namesGroup, namesRelative } from '../reading/relative-labels.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { wordsOf } from '../language/words.ts'

type Signal = readonly [pattern: RegExp, weight: number]

/** Phrases typical of therapists (positive weight) and clients (negative weight). Each counts once per utterance. */
const signals: readonly Signal[] = [
  [/\?\s*$/, 1.2],
  [/\?/, 0.5],
  [/\b(?:it |that )?sounds? (?:like|as)\b|\bwhat i(?:'m| am) hearing\b|\bi(?:'m| am)? hear(?:ing)? (?:you|that)\b/, 2],
  [/\bon (?:the )?one hand\b|\bon the other hand\b|\bon a scale\b|\bscale of\b/, 1.8],
  [/^(?:\W*(?:so|and|okay|right|mm-?hmm|yeah|well|um|uh),?\s+(?!\s))*(?:you|you're|you've|your)\b/, 1.6],
  [
    /\byou(?:'re| are) (?:feeling|saying|telling|worried|concerned|noticing|not alone)\b|\byou feel\b|\byou mentioned\b|\byou said\b/,
    1.2,
  ],
  [
    /\b(?:thank you for|thanks for|i appreciate|i applaud) (?:coming|sharing|filling|being|taking|your|telling|talking|you)\b/,
    1.8,
  ],
  [
    /\b(?:tell me|talk to me|walk me through|let me ask|can i ask|do you mind if i|is it okay if|i'd like to (?:ask|talk|check|hear)|let's (?:talk|take|look|start|see))\b/,
    1.8,
  ],
  [
    /\b(?:some|other|many|my|our) (?:patients|clients|people i work)\b|\bwe(?:'ll| will| can) (?:talk|work|check|schedule|meet|get you)\b|\bfollow[- ]up\b/,
    1.2,
  ],
  [
    /\bi(?:'m| am) (?:dr|doctor|your (?:therapist|counselor|doctor|nurse))\b|\b(?:recommend|prescribe|refer you|screening|questionnaire|assessment|handout|homework|treatment)\b/,
    1.1,
  ],
  [/^(?:okay|all right|alright|great|good|wonderful|excellent|mm-?hmm|uh-huh|mm|right|i see)\W*$/, 0.5],
  [/^(?:great|good job|excellent|wonderful|that's great|that's good|awesome|perfect)\b/, 0.9],
  [
    /\bmy (?:mom|mother|mum|dad|father|parents?|wife|husband|partner|boyfriend|girlfriend|kids?|son|daughter|brother|sister|family|friends?|boss|job|work|life|head|back|house|car|doctor)\b/,
    -1.6,
  ],
  [
    /\bi (?:feel|felt|don't|didn't|can't|couldn't|was|had|went|got|just|used to|guess|thought|think|drink|smoke|take|want|need|tried|try|work|live|like|love|hate|know)\b/,
    -0.9,
  ],
  [
    /\bi(?:'m| am) (?:so|just|not|really|very|tired|scared|worried|afraid|sad|stressed|doing|trying)\b|\bi've been\b/,
    -0.9,
  ],
  [
    /^(?:\W|uh|um|well|oh)*(?:yes|yeah|yep|no|nope|nah|sure|exactly|i don't know|not really|i guess|maybe|probably)\b/,
    -1,
  ],
  [
    /\b(?:thank you|thanks),? (?:doctor|so much|for listening|for your help|for (?:the|your) (?:help|time|advice))\b|\bdoctor\W*$|\bma'am\b/,
    -1,
  ],
  [/\b(?:you know|i mean|i guess|or whatever|or something)\b/, -0.6],
]

/**
 * Weight of the questions to the other speaker. Looks for the `?` first: one expression for the words and a later `?`
 * takes hours if a long text has none.
 */
function questions(text: string): number {
  const asked = text.split('.').map((sentence) => sentence.slice(0, sentence.lastIndexOf('?') + 1))
  const asksOpenly = asked.some((sentence) => sentence.split('?').some(asksYou))
  const asksForYes = asked.some((sentence) => yesQuestion.test(sentence))
  return (asksOpenly ? 1.2 : 0) + (asksForYes ? 0.8 : 0)
}

const yesQuestion = /\b(?:do|did|have|are|were|would|could|can|is|was) (?:you|your|that|it|there)\b/

/** True if `you` follows a question word. */
function asksYou(text: string): boolean {
  const first = /\b(?:how|what|when|where|why|which)\b/.exec(text)
  return first !== null && /\byou\b/.test(text.slice(first.index))
}

/** Balance of `you` against `I`, with diminishing weight. */
function addressed(text: string): number {
  const you = text.match(/\byou(?:r|rs|rself|'re|'ve|'ll|'d)?\b(?! know\b)/g)?.length ?? 0
  const me = text.match(/\b(?:i|i'm|i've|i'd|i'll|my|me|myself|mine)\b/g)?.length ?? 0
  return 2.5 * Math.tanh((you - me) * 0.35)
}

/** How much an utterance sounds like a therapist (above 0) or a client (below 0). */
function leaningOf(text: string): number {
  const plain = text.toLowerCase().replace(/[’‘ʼ]/g, "'").trim()
  const found = signals.reduce((sum, [pattern, weight]) => sum + (pattern.test(plain) ? weight : 0), 0)
  return found + questions(plain) + addressed(plain)
}

/**
 * Labels the speakers that are `unknown`: by label if there are several labels, else turn by turn. If one of two labels
 * has a role, the other gets the opposite. Text, times and order do not change. Turn by turn, the assumed therapist gets
 * the label `Speaker 1`, the client `Speaker 2`.
 */
export function labelSpeakers(transcript: Transcript): Transcript {
  const { utterances } = transcript
  if (!utterances.some(({ speaker }) => speaker === 'unknown')) return transcript
  const labels = new Set(utterances.map(({ label }) => label))
  return { ...transcript, utterances: labels.size > 1 ? byLabel(utterances) : byTurn(utterances, changeOf(transcript)) }
}

interface LabelSum {
  label: string
  known: Speaker
  leaning: number
  words: number
}

function byLabel(utterances: readonly Utterance[]): Utterance[] {
  const roles = rolesOf(sumsOf(utterances))
  return utterances.map((utterance) => {
    if (utterance.speaker !== 'unknown') return utterance
    const speaker = roles.get(utterance.label) ?? 'unknown'
    const isUnsure = speaker === 'client' && isBesideClient(utterance.label)
    return { ...utterance, speaker, ...(isUnsure && { isSpeakerUnsure: true }) }
  })
}

/** True for a label of a relative or a group, who are probably not the client. */
const isBesideClient = (label: string) => namesRelative(label) || namesGroup(label)

function sumsOf(utterances: readonly Utterance[]): LabelSum[] {
  const sums = new Map<string, LabelSum>()
  for (const { label, speaker, text } of utterances) {
    const sum = sums.get(label) ?? { label, known: speaker, leaning: 0, words: 0 }
    sum.leaning += leaningOf(text)
    sum.words += wordsOf(text).length
    sums.set(label, sum)
  }
  return [...sums.values()]
}

/**
 * Assigns one therapist and one client; further speakers are `other`. A relative gets a role of these two only if no one
 * else is left. Unlabeled turns among labeled ones stay `unknown`.
 */
function rolesOf(sums: readonly LabelSum[]): ReadonlyMap<string, Speaker> {
  const roles = new Map<string, Speaker>(
    sums.filter(({ known }) => known !== 'unknown').map(({ label, known }) => [label, known]),
  )
  const open = sums.filter(({ known, label }) => known === 'unknown' && label !== '')
  const has = (role: Speaker) => [...roles.values()].includes(role)
  const leaning = (sum: LabelSum) => sum.leaning / Math.sqrt(sum.words + 1)
  const besides = (one: LabelSum, other: LabelSum) =>
    Number(isBesideClient(one.label)) - Number(isBesideClient(other.label))
  const byLeaning = open.toSorted((one, other) => besides(one, other) || leaning(other) - leaning(one))
  if (!has('therapist') && (byLeaning.length > 1 || has('client'))) {
    const therapist = byLeaning.shift()
    if (therapist) roles.set(therapist.label, 'therapist')
  }
  const byWords = byLeaning.toSorted((one, other) => besides(one, other) || other.words - one.words)
  if (!has('client')) {
    const client = byWords.shift()
    if (client) roles.set(client.label, 'client')
  }
  for (const { label } of byWords) roles.set(label, 'other')
  return roles
}

/**
 * Log-odds that the speaker changes between utterances. Imported cues with several sentences are whole turns, which
 * alternate; single sentences and a speech engine's segments give no hint. Both values were measured
 * (`bench/notes/speakers/run.ts`).
 */
function changeOf({ engine, utterances }: Transcript): number {
  const longTurns = utterances.filter(({ text }) => wordsOf(text).length >= 20)
  const turns = longTurns.filter(({ text }) => splitSentences(text).length > 1)
  return engine.startsWith('import') && turns.length * 3 >= longTurns.length ? 1.6 : 0
}

/** Margin below which a role is unsure. Measured with bench/notes/speakers: half of such turns have the wrong role. */
const unsureBelow = 0.8

/** The most likely sequence of the two roles, given each turn's score and that turns mostly alternate (Viterbi). */
function byTurn(utterances: readonly Utterance[], change: number): Utterance[] {
  const leanings = utterances.map(({ text }) => leaningOf(text))
  const isTherapist = likelyTherapist(leanings, change)
  const margins = marginsOf(leanings, change)
  return utterances.map((utterance, at) => {
    if (utterance.speaker !== 'unknown') return utterance
    const speaker = isTherapist[at] ? 'therapist' : 'client'
    const name = isTherapist[at] ? 'Speaker 1' : 'Speaker 2'
    const isUnsure = (margins[at] ?? 0) < unsureBelow
    return { ...utterance, speaker, label: name, ...(isUnsure && { isSpeakerUnsure: true }) }
  })
}

/** For each turn, by how much the best sequence is better than the best one with the other role at this turn. */
function marginsOf(leanings: readonly number[], change: number): number[] {
  const before = leadsBefore(leanings, change)
  const after = leadsBefore(leanings.toReversed(), change).toReversed()
  return leanings.map((leaning, at) => Math.abs((before[at] ?? 0) + leaning + (after[at] ?? 0)))
}

/** For each turn, how strongly the turns before it suggest that the therapist speaks. */
function leadsBefore(leanings: readonly number[], change: number): number[] {
  let lead = 0
  return leanings.map((leaning) => {
    const current = lead
    lead = Math.max(-change, Math.min(change, -(lead + leaning)))
    return current
  })
}

function likelyTherapist(leanings: readonly number[], change: number): boolean[] {
  let scores = { therapist: 0, client: 0 }
  const cameFrom = leanings.map((leaning) => {
    const fromClient = scores.client + change > scores.therapist
    const fromTherapist = scores.therapist + change > scores.client
    scores = {
      therapist: Math.max(scores.client + change, scores.therapist) + leaning / 2,
      client: Math.max(scores.therapist + change, scores.client) - leaning / 2,
    }
    return {
      toTherapist: fromClient ? 'client' : 'therapist',
      toClient: fromTherapist ? 'therapist' : 'client',
    } as const
  })
  const roles: boolean[] = []
  let role: 'therapist' | 'client' = scores.therapist >= scores.client ? 'therapist' : 'client'
  for (const step of cameFrom.toReversed()) {
    roles.push(role === 'therapist')
    role = role === 'therapist' ? step.toTherapist : step.toClient
  }
  return roles.toReversed()
}
