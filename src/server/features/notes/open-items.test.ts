import { describe, expect, it } from 'vitest'
import { Check, type SafetyPassage, type Section, type Statement } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
import {
  countSpotChecksDone,
  type Decision,
  itemId,
  openItems,
  type Reviewable,
  spotChecks,
  markKeptStatements,
} from './open-items.ts'

const sentence = (check: Statement['check'], text = `A ${check} sentence.`): Statement => ({
  text,
  evidence: [],
  check,
})
const section = (title: string, statements: readonly Statement[]): Section => ({
  title,
  content: statements.map(({ text }) => text).join(' '),
  statements: [...statements],
})
const passage = (changes: Partial<SafetyPassage>): SafetyPassage => ({
  topic: 'suicide',
  finding: 'stated',
  utteranceId: 'u1',
  quote: 'I counted out the pills.',
  exchange: ['u1'],
  inNote: false,
  ...changes,
})
const turn = (changes: Partial<Utterance>): Utterance => ({
  id: 'u1',
  speaker: 'client',
  label: 'Speaker 2',
  start: 0,
  end: 0,
  text: 'I counted out the pills.',
  isSpeakerUnsure: true,
  ...changes,
})
const noteOf = (changes: Partial<Reviewable>): Reviewable => ({
  sessionId: 's1',
  version: 1,
  noteType: 'SOAP',
  sections: [],
  safety: [],
  decisions: [],
  unsureTurns: [],
  ...changes,
})
const decided = (kind: Decision['kind'], title: string, text: string, state: string): Decision => ({
  itemId: itemId(kind, title, text),
  kind,
  state,
})
const kinds = (note: Reviewable) => openItems(note).map(({ kind }) => kind)

describe('openItems', () => {
  it('openItems lists safety, denial, number, unsupported, speaker and empty sections in this order', () => {
    const checks = ['who', 'unsupported', 'number', 'denial', 'confirm'] as const
    const sections = [
      section('Plan', []),
      section(
        'Subjective',
        checks.map((check) => sentence(check)),
      ),
      { ...section('Objective', []), content: 'Not discussed in this session.' },
    ]
    const safety = [passage({ finding: 'unclear' }), passage({ utteranceId: 'u2' })]
    const items = openItems(noteOf({ sections, safety }))
    expect(items.map(({ kind }) => kind)).toEqual([
      'confirm',
      'passage',
      'passage',
      'denial',
      'number',
      'unsupported',
      'who',
      'empty',
      'not discussed',
    ])
    expect(items.flatMap((item) => item.passage?.finding ?? [])).toEqual(['stated', 'unclear'])
  })

  it('openItems lists every finding of the evidence check, and no other sentence', () => {
    const sections = Check.options.map((check, at) => section(`Section ${at}`, [sentence(check)]))
    expect(kinds(noteOf({ sections })).toSorted()).toEqual(
      Check.options.filter((check) => !['supported', 'clinician', 'unchecked'].includes(check)).toSorted(),
    )
  })

  it('openItems leaves out safety passages that are in the note, dismissed or denied, or only mention use', () => {
    const safety = [
      passage({ inNote: true }),
      passage({ dismissed: 'other' }),
      passage({ finding: 'denied' }),
      passage({ finding: 'use mentioned' }),
    ]
    expect(kinds(noteOf({ safety }))).toEqual([])
  })

  it('openItems lists an unsure turn once, with the first drafted sentence that cites it, before empty sections', () => {
    const cited = (text: string, check: Statement['check'] = 'supported'): Statement => ({
      ...sentence(check, text),
      evidence: [{ utteranceId: 'u1', quote: 'counted out the pills' }],
    })
    const sections = [
      section('Objective', []),
      section('Data', [cited('Written.', 'clinician'), cited('First.'), cited('Second.'), sentence('unsupported')]),
    ]
    const note = noteOf({ sections, unsureTurns: [turn({}), turn({ id: 'u2' })] })
    expect(kinds(note)).toEqual(['unsupported', 'unsure speaker', 'empty'])
    expect(openItems(note)[1]).toMatchObject({
      section: 'Data',
      text: 'counted out the pills',
      statement: { text: 'First.' },
      turn: { id: 'u1', label: 'Speaker 2', speaker: 'client' },
    })
    const kept = noteOf({ sections, unsureTurns: [turn({})], decisions: [decided('unsure speaker', '', 'u1', 'kept')] })
    expect(kinds(kept)).toEqual(['unsupported', 'empty'])
  })

  it('openItems does not list an unsure part of a split turn for words of the other part', () => {
    const evidence = [{ utteranceId: 'u1', quote: 'I counted out the pills' }]
    const sections = [section('Data', [{ ...sentence('supported'), evidence }])]
    expect(kinds(noteOf({ sections, unsureTurns: [turn({ id: 'u1~2', text: 'How many?' })] }))).toEqual([])
    expect(kinds(noteOf({ sections, unsureTurns: [turn({ id: 'u1~2' })] }))).toEqual(['unsure speaker'])
  })

  it('openItems lists each unwritten part of a worksheet', () => {
    const worksheetSection = { ...section('Assessment', []), excerpts: [] }
    expect(openItems(noteOf({ sections: [worksheetSection] })).map(({ part }) => part)).toEqual([
      'Interventions',
      'Risk',
    ])
    const parts = [{ part: 'Risk', content: 'Asked, and denied.' }]
    const written = { ...worksheetSection, content: 'Asked, and denied.', parts }
    expect(openItems(noteOf({ sections: [written] })).map(({ part }) => part)).toEqual(['Interventions'])
  })

  it('openItems lists a repeated sentence of a section once', () => {
    expect(kinds(noteOf({ sections: [section('Plan', [sentence('number'), sentence('number')])] }))).toEqual(['number'])
  })

  it('openItems leaves out a kept sentence, and lists it again when its text, section or finding changes', () => {
    const decisions = [decided('number', 'Plan', 'Score 17.', 'observed')]
    const kindsOf = (title: string, one: Statement) => kinds(noteOf({ decisions, sections: [section(title, [one])] }))
    expect(kindsOf('Plan', sentence('number', 'Score 17.'))).toEqual([])
    expect(kindsOf('Plan', sentence('number', 'Score 18.'))).toEqual(['number'])
    expect(kindsOf('Objective', sentence('number', 'Score 17.'))).toEqual(['number'])
    expect(kindsOf('Plan', sentence('contradicted', 'Score 17.'))).toEqual(['contradicted'])
  })

  it('openItems lists a deleted sentence again if a draft contains it again, and an item whose decision was undone', () => {
    const sections = [section('Plan', [sentence('number', 'Score 17.')])]
    for (const state of ['deleted', 'edited', 'replaced', 'open'])
      expect(kinds(noteOf({ sections, decisions: [decided('number', 'Plan', 'Score 17.', state)] }))).toEqual([
        'number',
      ])
  })

  it('openItems is empty before the first draft', () => {
    expect(kinds(noteOf({ version: 0, sections: [section('Plan', [])], safety: [passage({})] }))).toEqual([])
  })
})

describe('spotChecks', () => {
  const supported = Array.from({ length: 20 }, (_, at) => sentence('supported', `Sentence ${at}.`))
  const note = noteOf({ sections: [section('Plan', [...supported, sentence('number')])] })

  it('spotChecks chooses two supported sentences, and the same two after an edit of another sentence', () => {
    const chosen = spotChecks(note)
    expect(chosen).toHaveLength(2)
    expect(new Set(chosen.map(({ statement }) => statement?.check))).toEqual(new Set(['supported']))
    const edited = { ...note, version: 2, sections: [...note.sections, section('Objective', [sentence('clinician')])] }
    expect(spotChecks(edited)).toEqual(chosen)
  })

  it('spotChecks chooses other sentences in another session', () => {
    const chosen = new Set(['s1', 's2', 's3', 's4', 's5'].map((id) => spotChecks({ ...note, sessionId: id })[0]?.text))
    expect(chosen.size).toBeGreaterThan(1)
  })

  it('spotChecks chooses no third sentence after two were decided', () => {
    const [first, second] = spotChecks(note)
    const answer = (text = '', state = 'correct') => decided('spot check', 'Plan', text, state)
    const one = { ...note, decisions: [answer(first?.text)] }
    expect(spotChecks(one).map(({ text }) => text)).toEqual([second?.text])
    const both = { ...note, decisions: [answer(first?.text), answer(second?.text, 'wrong')] }
    expect([spotChecks(both), countSpotChecksDone(both)]).toEqual([[], 2])
  })
})

describe('markKeptStatements', () => {
  it('markKeptStatements marks only kept sentences with a finding', () => {
    const sections = [section('Plan', [sentence('number', 'Score 17.'), sentence('who', 'He left.')])]
    const marked = markKeptStatements(sections, [decided('number', 'Plan', 'Score 17.', 'observed')])
    expect(marked[0]?.statements.map(({ kept }) => kept)).toEqual([true, undefined])
  })
})
