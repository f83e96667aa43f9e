import { beforeEach, expect, test } from 'vitest'
import { createSlots } from './create-slots.ts'

/** Functions that end the running works, oldest first. */
let running: PromiseWithResolvers<void>[]
let run: ReturnType<typeof createSlots>
beforeEach(() => {
  running = []
  run = createSlots(2)
})

function work(): Promise<void> {
  const one = Promise.withResolvers<void>()
  running.push(one)
  return one.promise
}
const settle = () => new Promise(setImmediate)
const endOldest = () => running.shift()?.resolve()

test('a call that comes while a waiting work is about to start does not exceed the number of slots', async () => {
  const calls = [run(work), run(work), run(work)]
  endOldest()
  queueMicrotask(() => calls.push(run(work)))
  await settle()
  expect(running).toHaveLength(2)
  for (let ended = 0; ended < 3; ended++) {
    endOldest()
    await settle()
  }
  await expect(Promise.all(calls)).resolves.toHaveLength(4)
})

test('slots are free again after works have ended or failed', async () => {
  const calls = Array.from({ length: 5 }, () => run(work))
  const failing = run(async () => {
    throw new Error('no memory')
  })
  void Promise.resolve(failing).catch(() => undefined)
  for (let ended = 0; ended < 5; ended++) {
    endOldest()
    await settle()
  }
  await expect(failing).rejects.toThrow('no memory')
  await Promise.all(calls)
  for (let n = 0; n < 3; n++) void run(work)
  await settle()
  expect(running).toHaveLength(2)
})
