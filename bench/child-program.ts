import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import { startFlags } from './start-flags.ts'

/** Starts a program of a bench with the flags of `npm start`. It reports its port, if it has one. */
export async function startProgram(program: URL, args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(program, args, { execArgv: [...startFlags] })
  const [message] = await once(child, 'message')
  return { child, port: z.object({ port: z.number().default(0) }).parse(message).port }
}
