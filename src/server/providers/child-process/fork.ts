import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'

/** Forks a program that exchanges messages with this process and prints nothing. */
export function forkProgram(program: string): ChildProcess {
  return fork(program, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}

/** Lowers the priority of a child process, so that pages and recordings come first. */
export function lowerPriority({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // The child has ended, or the system forbids the change. The child then keeps its priority.
  }
}
