import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { type Failure, listFailures } from './failures.ts'

export interface Counts {
  passed: number
  failed: number
  /** The failed tests that a report names. */
  failures?: readonly Failure[]
}

export interface Step {
  name: string
  /** Runs the step. Rejects if it cannot start. A step that is a single check counts as one test. */
  run: () => Promise<Counts>
}

/** Runs every step, also after a failed one, `concurrency` at a time, and prints the time of each. */
export async function runSteps(steps: readonly Step[], concurrency = 1): Promise<Counts> {
  const results: Counts[] = []
  const waiting = [...steps]
  async function runNext(): Promise<void> {
    const step = waiting.shift()
    if (!step) return
    results.push(await runTimed(step))
    await runNext()
  }
  await Promise.all(Array.from({ length: concurrency }, runNext))
  return sum(...results)
}

async function runTimed(step: Step): Promise<Counts> {
  const start = performance.now()
  const counts = await step.run().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
  return counts
}

/** A step of one command that passes with exit code 0. Prints its output only if it fails. */
export function command(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await execute(program, args, { quiet: true })
      if (code !== 0) console.log(output)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

const programs = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))

/** Runs a program of `node_modules/.bin` or of the system to its end. */
export function execute(
  program: string,
  args: readonly string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, PATH: programs + delimiter + process.env['PATH'], ...options.env },
      shell: process.platform === 'win32',
      stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr?.on('data', (part: Buffer) => (output += part.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Adds the counts of several runs. */
export function sum(...all: readonly Counts[]): Counts {
  const of = (key: 'passed' | 'failed') => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: of('passed'), failed: of('failed'), failures: all.flatMap(({ failures = [] }) => failures) }
}

/** Prints the failures again and the closing line, and ends the process: with 1 if anything failed or nothing ran. */
export function close(counts: Counts): never {
  if (counts.failures?.length) console.log(listFailures(counts.failures))
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
}
