/** Speech of one speaker. Times are seconds. */
export interface SpokenTurn {
  start: number
  end: number
  speaker: string
}

/** Seconds of an error, and of all speech that was scored. Seconds in which two speakers talk count twice. */
export interface DiarizationError {
  missed: number
  invented: number
  confused: number
  speech: number
}

/** Seconds around each start and end of the reference that are not scored, as is usual. */
const collar = 0.25
const frame = 0.01

/** The diarization error, with the assignment of voices to speakers that gives the least confusion. */
export function diarizationError(
  reference: readonly SpokenTurn[],
  found: readonly { start: number; end: number; voice: number }[],
): DiarizationError {
  const length = Math.ceil(Math.max(0, ...reference.map(({ end }) => end), ...found.map(({ end }) => end)) / frame)
  const speakers = [...new Set(reference.map(({ speaker }) => speaker))]
  const voices = [...new Set(found.map(({ voice }) => voice))]
  const spoken = masks(reference, length, ({ speaker }) => speakers.indexOf(speaker))
  const detected = masks(found, length, ({ voice }) => voices.indexOf(voice))
  const isScored = new Uint8Array(length).fill(1)
  for (const { start, end } of reference)
    for (const at of [start, end])
      isScored.fill(0, Math.max(0, Math.round((at - collar) / frame)), Math.round((at + collar) / frame))
  let best: DiarizationError | undefined
  for (const names of permutations(voices.length, speakers.length)) {
    const error = score(spoken, detected, isScored, names)
    if (!best || error.confused < best.confused) best = error
  }
  return best ?? score(spoken, detected, isScored, [])
}

/** The speakers of each frame, one bit for each speaker. */
function masks<T extends { start: number; end: number }>(turns: readonly T[], length: number, of: (turn: T) => number) {
  const mask = new Uint8Array(length)
  for (const turn of turns)
    for (let i = Math.round(turn.start / frame); i < Math.min(length, Math.round(turn.end / frame)); i++)
      mask[i] = (mask[i] ?? 0) | (1 << of(turn))
  return mask
}

function score(spoken: Uint8Array, detected: Uint8Array, isScored: Uint8Array, names: readonly number[]) {
  const error = { missed: 0, invented: 0, confused: 0, speech: 0 }
  for (const [i, mask] of spoken.entries()) {
    if (!isScored[i]) continue
    let named = 0
    for (const [voice, name] of names.entries()) if (((detected[i] ?? 0) >> voice) & 1) named |= 1 << name
    const [wanted, given, right] = [bits(mask), bits(detected[i] ?? 0), bits(mask & named)]
    error.speech += wanted * frame
    error.missed += Math.max(0, wanted - given) * frame
    error.invented += Math.max(0, given - wanted) * frame
    error.confused += (Math.min(wanted, given) - right) * frame
  }
  return error
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1
  return count
}

/** All assignments of different names to `count` voices. If there are too few names, some voices get a name without a speaker. */
function permutations(count: number, names: number): number[][] {
  const all = Array.from({ length: Math.max(count, names) }, (_, i) => i)
  const extend = (chosen: number[]): number[][] =>
    chosen.length === count
      ? [chosen]
      : all.filter((name) => !chosen.includes(name)).flatMap((name) => extend([...chosen, name]))
  return extend([])
}
