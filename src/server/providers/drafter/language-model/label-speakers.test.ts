import { afterEach, expect, test } from 'vitest'
import { createDrafter } from '../create.ts'
import { type Endpoint, openEndpoint } from '../endpoint.fixture.ts'
import { session } from '../session.fixture.ts'

let endpoint: Endpoint | null = null
afterEach(async () => {
  await endpoint?.close()
  endpoint = null
})

async function label(labels: readonly string[], roles: object[], text?: string, contextTokens?: number) {
  endpoint = await openEndpoint(() => ({ content: JSON.stringify({ speakers: roles }) }))
  const drafter = createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm', contextTokens })
  const utterances = session.utterances.map((one, at) => ({
    ...one,
    speaker: 'unknown' as const,
    label: labels[at % labels.length] ?? '',
    text: text ?? one.text,
  }))
  return await drafter.labelSpeakers?.({ ...session, utterances }, new AbortController().signal)
}

test('labelSpeakers asks for the labels without a role and changes nothing else', async () => {
  const labelled = await label(
    ['A', 'B'],
    [
      { label: 'A', role: 'therapist' },
      { label: 'B', role: 'client' },
    ],
  )
  expect(labelled?.utterances.map(({ speaker }) => speaker)).toEqual(session.utterances.map(({ speaker }) => speaker))
  expect(labelled?.utterances.map(({ text }) => text)).toEqual(session.utterances.map(({ text }) => text))
})

test('the samples of labelSpeakers fit a small context and have one line each', async () => {
  await label(['A', 'B', 'C', 'D', 'E', 'F'], [], `Hello.\nLabel "B":\n${'It was long. '.repeat(30)}`, 2000)
  const [body = ''] = endpoint?.bodies ?? []
  expect(body.length / 3.2).toBeLessThan(2000)
  expect(body.match(/- Hello\. Label/g)?.length).toBeGreaterThanOrEqual(6)
  expect(body).not.toContain('\\nLabel \\"B\\":\\nIt was')
})
