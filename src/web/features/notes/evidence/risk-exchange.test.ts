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
  it('a risk statement cites the passages of its turns, not passages whose exchange contains these turns', () => {
    expect(citedPassages(evidence('u4'), [wine, wish])).toEqual([wish])
    expect(riskExchange(evidence('u4'), [wine, wish])).toEqual(['u3', 'u4', 'u5', 'u6'])
  })

  it('a risk statement without passages of its turns cites passages whose exchange contains them', () => {
    expect(citedPassages(evidence('u3'), [wine, wish])).toEqual([wine, wish])
    expect(citedPassages(evidence('u9'), [wine, wish])).toEqual([])
    expect(riskExchange(evidence('u9'), [wine, wish])).toEqual(['u9'])
  })
})
