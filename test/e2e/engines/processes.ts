import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { on, once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Runs a program and its children during `use`. */
export async function withProcess(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  use: (child: ChildProcess) => Promise<void>,
): Promise<void> {
  // A process group of its own can be ended as a whole.
  const child = spawn(program, args, { ...options, detached: true })
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]) => Promise.reject(new Error(`${program} does not start`, { cause: error }))),
  ])
  const kill = () => killGroup(child)
  process.once('exit', kill)
  try {
    await use(child)
  } finally {
    process.off('exit', kill)
    kill()
  }
}

/** Kills a process group and its leader immediately. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}

/** Resolves when a process prints this line. Keeps reading, so that the process can continue printing. */
export async function untilLine(output: Readable, line: RegExp): Promise<void> {
  const lines = createInterface({ input: output })
  for await (const [text] of on(lines, 'line', { close: ['close'] })) if (line.test(String(text))) return
  throw new Error(`ended before it printed ${line}`)
}
