import { cosine, type Direction, meanDirection } from './directions.ts'
import { maxVoices, type SpeakerCount } from './port.ts'

/** Maximum number of windows that are compared in pairs. Of longer recordings, an evenly spaced sample is compared. */
const sampleSize = 1_200

/** Minimum share and number of windows of a voice. Smaller groups are noise, laughter or crosstalk. */
const minVoice = { share: 0.01, windows: 3 }

/**
 * Two groups with a larger cosine between their means are one voice. A third voice must differ more than the second:
 * a session with one voice is rare, and a mood can sound like another voice.
 */
const sameVoice = { ofTwo: 0.6, ofMore: 0.5 }

/**
 * The mean direction of each voice. One if the voices do not differ, and none without windows.
 * @param count the expected number; `auto` finds up to `maxVoices`
 */
export function findVoices(windows: readonly Direction[], count: SpeakerCount): Direction[] {
  if (windows.length === 0) return []
  const step = Math.max(1, windows.length / sampleSize)
  const sample = Array.from(
    { length: Math.min(windows.length, sampleSize) },
    (_, i) => windows[Math.floor(i * step)],
  ).filter((one) => one !== undefined)
  const minWindows = Math.max(minVoice.windows, minVoice.share * sample.length)
  const maxGroups = Math.min(count === 'auto' ? maxVoices : count, maxVoices)
  let voices = refine(
    largestGroups(sample, maxGroups, minWindows).map((group) => meanDirection(group)),
    windows,
  )
  for (let pair = nearest(voices); pair && pair.cosine > limitFor(voices.length, count); pair = nearest(voices)) {
    const { one, other } = pair
    voices = refine(
      [...voices.filter((_, i) => i !== one && i !== other), meanDirection([voices[one], voices[other]])],
      windows,
    )
  }
  return voices.length > 0 ? voices : [meanDirection(windows)]
}

function limitFor(voices: number, count: SpeakerCount): number {
  return voices > 2 && count === 'auto' ? sameVoice.ofMore : sameVoice.ofTwo
}

/** Moves each mean to the windows nearest to it, until nothing changes. */
function refine(means: Direction[], windows: readonly Direction[]): Direction[] {
  let current = means
  for (let round = 0; round < 12 && current.length > 1; round++) {
    const groups: Direction[][] = current.map(() => [])
    for (const window of windows) groups[nearestMean(window, current)]?.push(window)
    const next = groups.filter((group) => group.length > 0).map((group) => meanDirection(group))
    const isStable = next.length === current.length && next.every((mean, i) => cosine(mean, current[i]) > 0.99999)
    current = next
    if (isStable) break
  }
  return current
}

function nearestMean(window: Direction, means: readonly Direction[]): number {
  let [best, most] = [0, -Infinity]
  for (const [i, mean] of means.entries()) {
    const near = cosine(window, mean)
    if (near > most) [best, most] = [i, near]
  }
  return best
}

function nearest(voices: readonly Direction[]): { one: number; other: number; cosine: number } | undefined {
  let best: { one: number; other: number; cosine: number } | undefined
  for (const [one, voice] of voices.entries())
    for (let other = one + 1; other < voices.length; other++) {
      const near = cosine(voice, voices[other])
      if (!best || near > best.cosine) best = { one, other, cosine: near }
    }
  return best
}

/**
 * Groups windows by the mean cosine of their pairs, into at most `maxGroups` groups of `minMembers` members or more.
 * Fewer windows than `minMembers` give one or two smaller groups.
 */
function largestGroups(windows: Direction[], maxGroups: number, minMembers: number): Direction[][] {
  const tree = joinNearest(windows)
  // Splits the loosest group, beginning at the top of the tree, while there are too few large groups.
  let groups: Node[] = tree ? [tree] : []
  let best = groups.filter(({ members }) => members.length >= minMembers)
  while (true) {
    const next = groups.filter(({ parts }) => parts).toSorted((a, b) => a.nearness - b.nearness)[0]
    if (!next?.parts) break
    groups = [...groups.filter((group) => group !== next), ...next.parts]
    const large = groups.filter(({ members }) => members.length >= minMembers)
    if (large.length > maxGroups || large.length === 0) break
    if (large.length > best.length) best = large
    if (best.length === maxGroups) break
  }
  return (best.length > 0 ? best : groups).map(({ members }) => members.flatMap((i) => windows[i] ?? []))
}

interface Node {
  members: number[]
  /** The mean cosine between the members of both parts. */
  nearness: number
  parts?: [Node, Node]
}

/** Average linkage by chains of nearest neighbours: quadratic in time and memory. */
function joinNearest(windows: readonly Direction[]): Node | undefined {
  const size = windows.length
  const near = new Float32Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) near[i * size + j] = near[j * size + i] = cosine(windows[i], windows[j])
  const nodes: (Node | undefined)[] = windows.map((_, i) => ({ members: [i], nearness: 1 }))
  const chain: number[] = []
  for (let remaining = size; remaining > 1;) {
    if (chain.length === 0) chain.push(nodes.findIndex((node) => node !== undefined))
    const last = chain.at(-1) ?? 0
    const before = chain.at(-2) ?? -1
    let [next, most] = [-1, -Infinity]
    for (let i = 0; i < size; i++) {
      if (i === last || !nodes[i]) continue
      const value = near[last * size + i] ?? 0
      if (value > most || (value === most && i === before)) [next, most] = [i, value]
    }
    if (next !== before) {
      chain.push(next)
      continue
    }
    chain.splice(-2)
    const [one, other] = [nodes[last], nodes[next]]
    if (!one || !other) break
    const [a, b] = [one.members.length, other.members.length]
    nodes[last] = { members: [...one.members, ...other.members], nearness: most, parts: [one, other] }
    nodes[next] = undefined
    for (let i = 0; i < size; i++) {
      const mean = ((near[last * size + i] ?? 0) * a + (near[next * size + i] ?? 0) * b) / (a + b)
      near[last * size + i] = near[i * size + last] = mean
    }
    remaining--
  }
  return nodes.find((node) => node !== undefined)
}
