// Prints how similar recordings of one voice and of different voices are; see ../README.md.
import { execFileSync } from 'node:child_process'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSherpaEmbedder } from '#server/providers/speech/child/embedder.ts'
import { readVoice } from '#server/providers/speech/child/read-voice.ts'
import { createVoiceDetector } from '#server/providers/speech/child/voice.ts'
import { cosine, type Direction } from '#server/providers/speech/speakers/directions.ts'
import { createSpeakerModelStore } from '#server/providers/speech/speakers/models.ts'
import { findWeights } from '#test/weights.ts'
import { readClips } from '../speakers/conversation.ts'

const [audio = '', speakerWeights = findWeights('campplus')] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bench-voices-'))
const embed = await createSherpaEmbedder(
  await createSpeakerModelStore({ modelFolder: folder, modelPath: speakerWeights }).install(),
)

const formatList = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' ')

/** Two texts of about half a minute. */
const texts = [
  'Last week you wrote the plan on a card. What happened with it? You stayed in the room, and that was the hard part. I would like to hear how your sleep has been since then, and whether the card is still in your pocket. Let us look at the week from Monday on, one day after the other, without judging any of it. When did you notice the tension for the first time, and who was with you? Take your time, there is no hurry today.',
  'Thank you for filling in the questionnaire before we met. Two answers are lower than in October, which fits what you said about work. On a scale from zero to ten, where is the worry this morning? Before we stop I would like to plan one small exposure with you. It may be the phone call to your brother, or the meeting on Tuesday. Whatever you choose, write down what you expect beforehand, and afterwards what really happened.',
]

const synthetic = ['f1', 'f2', 'f3', 'f4', 'f5', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'].map((variant) => ({
  name: variant,
  recordings: texts.map((text, i) => {
    const path = join(folder, `${variant}-${i}.wav`)
    execFileSync('espeak-ng', ['-v', `en-us+${variant}`, '-s', i === 0 ? '155' : '165', '-w', path, text])
    return path
  }),
}))

const readers = (audio ? [...readClips(audio)] : [])
  .map(([name, clips]) => ({
    name,
    recordings: [0, 1].flatMap((half) => {
      const samples = clips.filter((_, i) => i % 2 === half).flatMap((clip) => [...clip.samples])
      const path = join(folder, `${name}-${half}.wav`)
      writeFileSync(path, encodeWav(Int16Array.from(samples)))
      return samples.length > 3 * speechRate ? [path] : []
    }),
  }))
  .filter(({ recordings }) => recordings.length > 0)

/** Filters of ffmpeg that imitate another microphone or room. */
const rooms = {
  telephone: 'highpass=f=300,lowpass=f=3400',
  echo: 'aecho=0.8:0.7:35|70:0.4|0.25',
  'hiss and hum': 'aeval=val(0)+0.01*(random(0)-0.5)+0.004*sin(2*PI*60*t)',
}

try {
  for (const [room, filter] of Object.entries(rooms)) await reportRoom(room, filter)
  await report('espeak-ng', synthetic)
  if (readers.length > 0) await report('readers', readers)
} finally {
  rmSync(folder, { recursive: true })
}

async function report(title: string, people: readonly { name: string; recordings: string[] }[]): Promise<void> {
  const voices: { name: string; direction: Direction }[] = []
  for (const { name, recordings } of people)
    for (const path of recordings) {
      const { direction, seconds } = await voiceIn(path)
      if (direction) voices.push({ name, direction })
      else console.log(`${title} ${name}: more than one voice in ${seconds.toFixed(0)} s`)
    }
  const pairs = voices.flatMap((one, i) =>
    voices.slice(i + 1).map((other) => ({
      names: `${one.name} ${other.name}`,
      isSame: one.name === other.name,
      near: cosine(one.direction, other.direction),
    })),
  )
  for (const isSame of [true, false]) {
    const found = pairs.filter((pair) => pair.isSame === isSame).toSorted((a, b) => a.near - b.near)
    const at = (share: number) => found[Math.min(found.length - 1, Math.floor(share * found.length))]?.near.toFixed(3)
    const edge = isSame ? found.slice(0, 3) : found.slice(-12)
    console.log(
      `${title}, ${isSame ? 'same' : 'different'} voice: ${found.length} pairs, ${at(0)} to ${at(1)}, median ${at(0.5)}`,
    )
    console.log(`  ${edge.map(({ names, near }) => `${names} ${near.toFixed(3)}`).join(', ')}`)
  }
}

/** Compares the filtered last recording of each voice with the unfiltered first recordings of all voices. */
async function reportRoom(room: string, filter: string): Promise<void> {
  for (const [title, people] of Object.entries({ 'espeak-ng': synthetic.slice(0, 6), readers })) {
    const [sameVoice, different]: [number[], number[]] = [[], []]
    const first = await Promise.all(people.map(({ recordings }) => voiceIn(recordings[0] ?? '')))
    for (const { name, recordings } of people) {
      const path = join(folder, `${name}-changed.wav`)
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', recordings.at(-1) ?? '', '-af', filter, '-ac', '1', path])
      const { direction } = await voiceIn(path)
      if (direction)
        for (const [i, other] of people.entries())
          (other.name === name ? sameVoice : different).push(cosine(direction, first[i]?.direction ?? undefined))
    }
    console.log(
      `${title}, ${room}: same voice ${formatList(sameVoice)}; different up to ${Math.max(...different).toFixed(3)}`,
    )
  }
}

async function voiceIn(path: string) {
  const decoded = await decodeAudio(path, { ffmpeg: 'none', signal: new AbortController().signal })
  const turns = [{ start: 0, end: Number.MAX_SAFE_INTEGER / speechRate }]
  return await readVoice(decoded, { detector: await createVoiceDetector(), embed, turns, onProgress: async () => {} })
}
