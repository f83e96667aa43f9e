import { describe, expect, it } from 'vitest'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import { citedPassages, riskExchange } from './risk-exchange.ts'

const passage = (topic: SafetyPassage['topic'], utteranceId: string, exchange: string[]): SafetyPassage => ({
  topic,
  utteranceId,
  quote: 'I did.',
  finding: 'stated',
  exchange,
  inNote: false,
})
const wine = passage('substance use', 'u2', ['u2', 'u3', 'u4'])
const wish = passage('suicide', 'u4', ['u3', 'u4', 'u5', 'u6'])
const evidence = (utteranceId: string) => [{ utteranceId, quote: 'I did.' }]

describe('the passages that a risk statement cites', () => {
  it('are the passages of the cited turns, not those that only have them as context', () => {
    expect(citedPassages(evidence('u4'), [wine, wish])).toEqual([wish])
    expect(riskExchange(evidence('u4'), [wine, wish])).toEqual(['u3', 'u4', 'u5', 'u6'])
  })

  it('are the passages with the cited turns as context if there are no others', () => {
    expect(citedPassages(evidence('u3'), [wine, wish])).toEqual([wine, wish])
    expect(citedPassages(evidence('u9'), [wine, wish])).toEqual([])
    expect(riskExchange(evidence('u9'), [wine, wish])).toEqual(['u9'])
  })
})
