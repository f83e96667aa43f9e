import { describe, expect, it } from 'vitest'
import type { Check, Section } from '#shared/contract/notes.ts'
import { evidenceSummary, safetySummary } from './evidence-summary.ts'

const section = (...checks: Check[]): Section => ({
  title: 'Plan',
  content: '',
  statements: checks.map((check) => ({ text: 'It is so.', evidence: [], check })),
})

describe('evidence summary', () => {
  it('the evidence summary counts sentences of all sections', () =>
    expect(
      evidenceSummary([section('supported', 'unsupported'), section('supported')], {
        utterances: 9,
        read: 9,
        unread: [],
      }),
    ).toBe('2 of 3 sentences have evidence · 100% of the session read'))

  it('the evidence summary does not round up to 100% read', () =>
    expect(evidenceSummary([section('supported')], { utterances: 400, read: 399, unread: ['7'] })).toBe(
      '1 of 1 sentence has evidence · 99% of the session read',
    ))

  it('the evidence summary counts sentences that need confirmation as sentences with evidence', () =>
    expect(evidenceSummary([section('supported', 'confirm', 'confirm')], null)).toBe(
      '3 of 3 sentences have evidence · 2 to confirm',
    ))

  it('the evidence summary counts sentences written by the clinician separately', () =>
    expect(evidenceSummary([section('supported', 'clinician')], null)).toBe(
      '1 of 2 sentences have evidence · 1 written by the clinician',
    ))
})

it('the summary of safety passages counts those that are missing from the note', () => {
  expect(safetySummary([{ inNote: true }, { inNote: false }])).toBe('2 safety passages, 1 not in the note')
  expect(safetySummary([{ inNote: true }])).toBe('1 safety passage')
})
