import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Generation } from './child/messages.ts'
import { type HostOptions, ModelHost } from './model-host.ts'

const program = fileURLToPath(new URL('fixtures/stub-model-child.ts', import.meta.url))

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'model-host-'))))
afterAll(() => rm(folder, { recursive: true }))

const hosts: ModelHost[] = []
afterEach(() => {
  for (const host of hosts.splice(0)) host.close()
})

function open(options: HostOptions = {}): ModelHost {
  const host = new ModelHost({ program, ...options })
  hosts.push(host)
  return host
}

const never = () => new AbortController().signal

function ask(host: ModelHost, prompt: string, signal = never(), file = join(folder, 'none')): Promise<string> {
  const generation: Omit<Generation, 'canUseGpu'> = {
    file,
    contextTokens: 512,
    sampling: { temperature: 0 },
    instructions: '',
    prompt,
    schema: { type: 'string' },
  }
  return host.generate(generation, signal).then(({ text }) => text)
}

const processOf = (text: string) => text.split(' ')[0]

/** Generous, because all tests of the project share the machine. */
const pollOptions = { timeout: 15_000 }

test('one child at low priority generates all answers, in order', async () => {
  const host = open()
  const done: string[] = []
  const answers = await Promise.all(
    ['slow first', 'second', 'third'].map(async (prompt) => {
      const text = await ask(host, prompt)
      done.push(prompt)
      return text
    }),
  )
  expect(done).toEqual(['slow first', 'second', 'third'])
  expect(new Set(answers.map(processOf)).size).toBe(1)
  expect(getPriority(host.pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
})

test('the model process ends after the idle time, and the next answer starts another process', async () => {
  const host = open({ idleMs: 50 })
  const first = await ask(host, 'a')
  await vi.waitFor(() => expect(host.pid).toBeUndefined(), pollOptions)
  expect(processOf(await ask(host, 'b'))).not.toBe(processOf(first))
})

test('a child that is killed is replaced once, by a child that does not use the graphics card', async () => {
  const file = join(folder, 'died')
  expect(await ask(open(), 'die once', never(), file)).toContain('gpu false')
})

test('an answer whose child is killed twice fails with a transient error that names memory', async () => {
  const host = open()
  await expect(ask(host, 'die')).rejects.toMatchObject({
    message: 'The system ended the process of the language model. This machine may have too little memory for it.',
    transient: true,
  })
  expect(await ask(host, 'next')).toContain('next')
})

test('an answer fails with a transient error if the child sends no heartbeat', async () => {
  await expect(ask(open({ silenceMs: 300 }), 'silence')).rejects.toMatchObject({
    message: 'The language model does not answer.',
    transient: true,
  })
})

test('an answer that takes too long fails', async () => {
  await expect(ask(open({ longestMs: 300 }), 'silence')).rejects.toThrow('did not finish in 0 minutes')
})

test('a canceled answer rejects with its reason, and the child answers the next prompt', async () => {
  const host = open()
  const first = await ask(host, 'first')
  const cancel = new AbortController()
  const canceled = ask(host, 'wait for cancel', cancel.signal)
  const next = ask(host, 'next')
  cancel.abort(new Error('the session was closed'))
  await expect(canceled).rejects.toThrow('the session was closed')
  expect(processOf(await next)).toBe(processOf(first))
})

test('an answer that is canceled while it waits is never started', async () => {
  const host = open()
  const slowAnswer = ask(host, 'slow')
  const cancel = new AbortController()
  const waiting = ask(host, 'die', cancel.signal)
  cancel.abort(new Error('the session was closed'))
  await expect(waiting).rejects.toThrow('the session was closed')
  expect(processOf(await ask(host, 'next'))).toBe(processOf(await slowAnswer))
})

test('too little memory is a transient error, a wrong file is a permanent error, and the child keeps running after both', async () => {
  const host = open()
  const first = await ask(host, 'first')
  await expect(ask(host, 'no memory')).rejects.toMatchObject({
    message: 'The model needs 4.6 GB of memory, 3.2 GB is free.',
    transient: true,
  })
  await expect(ask(host, 'no file')).rejects.toMatchObject({ message: 'x.gguf is not a GGUF file.', transient: false })
  expect(processOf(await ask(host, 'next'))).toBe(processOf(first))
})

test('a closed host ends its child and rejects answers', async () => {
  const host = open()
  const running = ask(host, 'silence')
  void vi.waitFor(() => expect(host.pid).toBeDefined(), pollOptions).then(() => host.close())
  await expect(running).rejects.toThrow('ended')
  await expect(ask(host, 'next')).rejects.toThrow('The language model is closed.')
})
