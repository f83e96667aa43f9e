import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { ask } from '../language-model/ask.ts'
import { AnswerSchema } from './answer-schema.ts'
import { ModelHost } from './model-host.ts'
import { embeddedTransport } from './transport.ts'

const host = new ModelHost({ program: fileURLToPath(new URL('fixtures/stub-model-child.ts', import.meta.url)) })
afterAll(() => host.close())

const model = embeddedTransport({
  host,
  name: 'stub',
  contextTokens: 512,
  sampling: { temperature: 0 },
  install: () => Promise.resolve('/weights.gguf'),
})

test('an answer without an end is a permanent error', async () => {
  const answer = ask({
    model,
    instructions: '',
    prompt: 'endless',
    schema: z.object({ text: z.string() }),
    timeoutMs: 30_000,
    firstTokenMs: 30_000,
    signal: new AbortController().signal,
  })
  await expect(answer).rejects.toMatchObject({
    message:
      'The answer of the language model reached the end of its context. The model repeated itself, or its context is too small.',
    transient: false,
  })
})

test('the grammar gets the form of the answer, with a limit for lists', () => {
  const form = z.object({ names: z.array(z.string()), count: z.int(), kind: z.enum(['a', 'b']) })
  expect(AnswerSchema.parse(z.toJSONSchema(form))).toEqual({
    type: 'object',
    properties: {
      names: { type: 'array', items: { type: 'string' }, minItems: 0, maxItems: 20 },
      count: { type: 'integer' },
      kind: { type: 'string', enum: ['a', 'b'] },
    },
  })
})

test('a form that the grammar does not support is rejected', () => {
  expect(AnswerSchema.safeParse(z.toJSONSchema(z.object({ any: z.unknown() }))).success).toBe(false)
})
