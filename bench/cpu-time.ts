import { readdir, readFile } from 'node:fs/promises'

/** Linux counts processor time in ticks of 10 ms (`proc_pid_stat(5)`, USER_HZ). */
const tickMs = 10

interface ProcessTime {
  parent: number
  /** User and system time of the process, and of its children that have ended. */
  milliseconds: number
}

async function timeOf(pid: string | number): Promise<ProcessTime | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name of the program is in parentheses and may contain spaces. The next field is the third.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), milliseconds: ticks * tickMs }
}

/** Processor time of a process in milliseconds, with its children that have ended. */
export const cpuOf = async (pid: number): Promise<number> => (await timeOf(pid))?.milliseconds ?? 0

/** Processor time of a process and its children, in milliseconds. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const times = await Promise.all([...pids.map(timeOf), timeOf(pid)])
  const family = times.filter((time, at) => time && (time.parent === pid || at === pids.length))
  return family.reduce((sum, time) => sum + (time?.milliseconds ?? 0), 0)
}
