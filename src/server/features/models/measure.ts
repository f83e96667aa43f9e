import type { Statement } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { exchangeOf } from '#server/clinical-text/evidence/second-reading.ts'
import { DrafterError, type NoteDrafter } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import type { Case } from './cases.ts'
import { type Fault, type Score, type Share, shareOf } from './score.ts'

export interface ModelUnderTest {
  drafter: NoteDrafter
  /** Null if the model makes no second readings. */
  secondReader: SecondReader | null
}

export interface Progress {
  /** Called before each case. */
  onCase: (begun: Case) => void
  /** Called for each draft and each second reading that fails. */
  onFailure: (error: DrafterError) => void
}

type Drafting = Score['drafting']
type Reading = Omit<NonNullable<Score['secondReading']>, 'caught'> & { caught: Record<Fault, Share> }

/**
 * Runs drafter and second reader on the cases, one case after the other. A case in which the model fails counts as
 * failed, and the run continues.
 */
export async function measure(
  { drafter, secondReader }: ModelUnderTest,
  cases: readonly Case[],
  { onCase, onFailure }: Progress,
): Promise<Pick<Score, 'drafting' | 'secondReading'>> {
  const drafts: Drafting[] = []
  const readings: Reading[] = []
  for (const testCase of cases) {
    onCase(testCase)
    drafts.push(await measureDraft(drafter, testCase, onFailure))
    if (secondReader) readings.push(await measureReading(secondReader, testCase, onFailure))
  }
  return {
    drafting: {
      failed: shareOf(drafts.map(({ failed }) => failed)),
      filled: shareOf(drafts.map(({ filled }) => filled)),
      invented: shareOf(drafts.map(({ invented }) => invented)),
    },
    secondReading: secondReader && {
      failed: shareOf(readings.map(({ failed }) => failed)),
      caught: mapFaults((fault) => shareOf(readings.map(({ caught }) => caught[fault]))),
      falseAlarms: shareOf(readings.map(({ falseAlarms }) => falseAlarms)),
    },
  }
}

/** Creates a signal that never aborts. */
const newSignal = () => new AbortController().signal

async function measureDraft(
  drafter: NoteDrafter,
  { noteType, client, filled, transcript }: Case,
  onFailure: Progress['onFailure'],
): Promise<Drafting> {
  try {
    const { sections } = await drafter.draft({
      transcript,
      noteType,
      sectionTitles: sectionsOf[noteType],
      clientFirstName: client,
      clientPronouns: 'N/A',
      session: { date: '2026-03-02', durationMinutes: 50, settingType: 'in-person' },
      signal: newSignal(),
    })
    const filledSections = sections.filter(({ title, statements }) => statements.length > 0 && filled.includes(title))
    const statements = sections.flatMap((section) => section.statements)
    return {
      failed: { count: 0, of: 1 },
      filled: { count: filledSections.length, of: filled.length },
      invented: { count: statements.filter(isFlagged).length, of: statements.length },
    }
  } catch (error) {
    if (!(error instanceof DrafterError)) throw error
    onFailure(error)
    return { failed: { count: 1, of: 1 }, filled: { count: 0, of: filled.length }, invented: { count: 0, of: 0 } }
  }
}

const isFlagged = ({ check }: Statement) => !['supported', 'confirm', 'unchecked'].includes(check)

async function measureReading(
  reader: SecondReader,
  { client, statements, transcript }: Case,
  onFailure: Progress['onFailure'],
): Promise<Reading> {
  const doubted = new Set<number>()
  let failed = 0
  try {
    const toRead = statements.map(({ text, lines }) => {
      const cited = withEvidence(lines, transcript)
      return { text, exchange: exchangeOf(cited, transcript), quotes: cited.evidence.map(({ quote }) => quote) }
    })
    for await (const { statement, verdict } of reader.read({
      statements: toRead,
      clientFirstName: client,
      signal: newSignal(),
    }))
      if (verdict !== 'entailed') doubted.add(statement)
  } catch (error) {
    if (!(error instanceof DrafterError)) throw error
    onFailure(error)
    failed = 1
  }
  const doubtedAmong = (kind: 'true' | Fault): Share => {
    const places = [...statements.keys()].filter((at) => statements[at]?.is === kind)
    return { count: places.filter((at) => doubted.has(at)).length, of: places.length }
  }
  return { failed: { count: failed, of: 1 }, caught: mapFaults(doubtedAmong), falseAlarms: doubtedAmong('true') }
}

/** Returns evidence that quotes the given lines, numbered from 1, in full. */
function withEvidence(lines: readonly number[], { utterances }: Case['transcript']): Pick<Statement, 'evidence'> {
  const cited = lines.flatMap((line) => utterances[line - 1] ?? [])
  return { evidence: cited.map(({ id, text }) => ({ utteranceId: id, quote: text })) }
}

function mapFaults(share: (fault: Fault) => Share): Reading['caught'] {
  return {
    unsupported: share('unsupported'),
    number: share('number'),
    denial: share('denial'),
    contradicted: share('contradicted'),
    who: share('who'),
    when: share('when'),
    direction: share('direction'),
    certainty: share('certainty'),
    thing: share('thing'),
    clause: share('clause'),
  }
}
