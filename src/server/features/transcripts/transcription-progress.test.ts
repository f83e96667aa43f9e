import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { transcriptionProgress } from './transcription-progress.ts'

function createProgress(write: (percent: number) => Promise<void> = () => Promise.resolve()) {
  let now = 0
  const written: number[] = []
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const progress = transcriptionProgress({ clock: () => new Date(now), log }, (percent) => {
    written.push(percent)
    return write(percent)
  })
  return {
    written,
    lines,
    progress,
    at: async (time: number, share: number) => {
      now = time
      progress.reportTranscription(share)
      await progress.flush()
    },
  }
}

describe('progress of a transcription', () => {
  test('the progress of a transcription continues from 60 to 65 percent while speakers are identified', async () => {
    const { written, progress, at } = createProgress()
    await at(1000, 1)
    for (let step = 0; step < 4; step++) {
      await at(2000 + step * 1000, 1)
      progress.reportIdentification(step / 3)
      await progress.flush()
    }
    expect(written).toEqual([60, 61, 63, 65])
  })

  test('the progress of a transcription is written at most twice a second, in whole percents that only increase', async () => {
    const { at, written } = createProgress()
    for (const [time, share] of [
      [100, 0.1],
      [600, 0.25],
      [700, 0.5],
      [1300, 0.755],
      [2000, 0.7],
      [2600, 7],
    ] as const) {
      await at(time, share)
    }
    expect(written).toEqual([30, 50, 60])
  })

  test('the progress of a transcription skips an update that arrives during a write', async () => {
    const gate = Promise.withResolvers<void>()
    const { progress, at, written } = createProgress(() => gate.promise)
    const first = at(1000, 0.5)
    const second = at(2000, 0.75)
    gate.resolve()
    await Promise.all([first, second, progress.flush()])
    expect(written).toEqual([40])
  })

  test('the progress of a transcription logs a failed write and writes the next update', async () => {
    const { at, written, lines } = createProgress(() => Promise.reject(new Error('the database is away')))
    await at(1000, 0.5)
    await at(2000, 0.75)
    expect(written).toEqual([40, 50])
    expect(lines.filter((line) => line.includes('progress could not be written'))).toHaveLength(2)
  })
})
