import { copyFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findWeights } from '#test/weights.ts'
import { createDrafter } from '../create.ts'
import { DrafterError } from '../port.ts'
import { requestFor, session } from '../session.fixture.ts'
import type { AnswerSchema } from './answer-schema.ts'
import type { Generation } from './child/messages.ts'
import { ModelHost } from './model-host.ts'

const weights = findWeights('smollm2-135m-instruct')
const file = join(weights ?? '', 'SmolLM2-135M-Instruct.Q4_1.gguf')

const host = new ModelHost()
const folder = await mkdtemp(join(tmpdir(), 'real-model-'))
afterAll(async () => {
  host.close()
  await rm(folder, { recursive: true })
})

const never = () => new AbortController().signal

function listOf(minItems: number, maxItems: number): AnswerSchema {
  return { type: 'array', items: { type: 'string' }, minItems, maxItems }
}

/** Lists animals, in about 40 tokens. */
function generation(more: Partial<Generation> = {}): Generation {
  return {
    file,
    contextTokens: 256,
    sampling: { temperature: 0 },
    canUseGpu: true,
    instructions: 'You answer with JSON.',
    prompt: 'List two animals.',
    schema: {
      type: 'object',
      properties: { animals: listOf(0, 3), count: { type: 'integer' } },
    },
    ...more,
  }
}

const form = { animals: expect.any(Array), count: expect.any(Number) }

describe.runIf(weights)('a real model', { timeout: 240_000 }, () => {
  test('a complete answer of a real model has the form of the schema, whatever the prompt asks for', async () => {
    const ended: unknown[] = []
    for (const prompt of ['List two animals.', 'Write a poem without JSON.', '{"animals":']) {
      const { text, finish, read, written } = await host.generate(generation({ prompt }), never())
      if (finish === 'stop') ended.push(JSON.parse(text))
      expect(Math.min(read.tokens, read.ms, written.tokens, written.ms)).toBeGreaterThan(0)
    }
    expect(ended.length).toBeGreaterThan(0)
    expect(ended).toEqual(ended.map(() => form))
  })

  test('a model process that is killed during an answer is replaced, and the answer is completed', async () => {
    await host.generate(generation(), never())
    const killed = host.pid
    const answer = host.generate(generation({ prompt: 'List three large animals.' }), never())
    if (killed !== undefined) process.kill(killed, 'SIGKILL')
    expect(JSON.parse((await answer).text)).toEqual(form)
    expect(host.pid).not.toBe(killed)
  })

  test('an answer that is canceled stops, and the loaded model answers the next prompt', async () => {
    await host.generate(generation(), never())
    const loaded = host.pid
    const cancel = new AbortController()
    const answer = host.generate(generation({ schema: listOf(20, 20) }), cancel.signal)
    setTimeout(() => cancel.abort(new Error('the session was closed')), 500)
    await expect(answer).rejects.toThrow('the session was closed')
    expect(JSON.parse((await host.generate(generation(), never())).text)).toEqual(form)
    expect(host.pid).toBe(loaded)
  })

  test('an answer without an end is cut off at the end of the context', async () => {
    const endless = generation({ schema: listOf(1000, 1000) })
    const { finish, written } = await host.generate(endless, never())
    expect(finish).toBe('length')
    expect(written.tokens).toBeLessThan(256)
  })

  test('a context for which memory does not suffice is rejected before it is loaded', async () => {
    await expect(host.generate(generation({ contextTokens: 50_000_000 }), never())).rejects.toMatchObject({
      message: expect.stringMatching(/^The model needs \d+\.\d GB of memory, \d+\.\d GB is free\.$/),
      transient: true,
    })
  })

  test('a prompt that does not fit the context is rejected', async () => {
    const prompt = 'A long day. '.repeat(200)
    await expect(host.generate(generation({ prompt }), never())).rejects.toThrow(
      /^The context of the language model is too small: \d+ tokens are given\.$/,
    )
  })

  test('a context beyond that of the training is rejected', async () => {
    await expect(host.generate(generation({ contextTokens: 10_000 }), never())).rejects.toThrow(
      'The model reads at most 8192 tokens. Lower DRAFTER_CONTEXT_TOKENS.',
    )
  })

  test('model files that are cut off, damaged, of another kind or missing are rejected, and the next answer works', async () => {
    const loadDamagedModel = async (name: string, make: (path: string) => Promise<void>) => {
      const path = join(folder, name)
      await make(path)
      return host.generate(generation({ file: path }), never())
    }
    const cutAt = (bytes: number) => async (path: string) => {
      await copyFile(file, path)
      await truncate(path, bytes)
    }
    await expect(loadDamagedModel('half.gguf', cutAt(50_000_000))).rejects.toThrow(
      'half.gguf is incomplete. Download it again.',
    )
    await expect(loadDamagedModel('start.gguf', cutAt(1_000))).rejects.toThrow(
      'start.gguf is incomplete. Download it again.',
    )
    const damage = async (path: string) => {
      await copyFile(file, path)
      await using handle = await open(path, 'r+')
      await handle.write(Buffer.alloc(2_000, 0xff), 0, 2_000, 8)
    }
    await expect(loadDamagedModel('damaged.gguf', damage)).rejects.toThrow(
      'damaged.gguf cannot be loaded. It may be damaged.',
    )
    await expect(loadDamagedModel('text.gguf', (path) => writeFile(path, 'not a model'))).rejects.toThrow(
      'text.gguf is not a GGUF file.',
    )
    await expect(loadDamagedModel('missing.gguf', () => Promise.resolve())).rejects.toThrow(
      'missing.gguf cannot be read.',
    )
    expect(JSON.parse((await host.generate(generation(), never())).text)).toEqual(form)
  })

  test('a draft of a real model supports no sentence without evidence, or fails with a DrafterError', async () => {
    const drafter = createDrafter({ kind: 'embedded', host, modelFolder: folder, modelPath: file, contextTokens: 2048 })
    const transcript = { ...session, utterances: session.utterances.slice(0, 6) }
    const sections = await drafter.draft(requestFor('SOAP', { transcript })).then(
      (draft) => draft.sections,
      (error: unknown) => {
        expect(error).toBeInstanceOf(DrafterError)
        return []
      },
    )
    const unproven = sections.flatMap(({ statements }) => statements).filter(({ evidence }) => evidence.length === 0)
    expect(unproven.every(({ check }) => check !== 'supported')).toBe(true)
  })
})
