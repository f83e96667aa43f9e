import { readdirSync, readFileSync } from 'node:fs'

export interface Usage {
  /** Processor seconds of all child processes. */
  cpuSeconds: number
  /** The largest resident memory of one child process. */
  megabytes: number
}

/** Clock ticks in a second, as Linux reports them to programs. */
const ticks = 100

/** Measures the child processes of this process until `stop` (Linux only). */
export function watchChildren(): { stop(): Usage } {
  const cpu = new Map<string, number>()
  let megabytes = 0
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        if (Number(fields[1]) !== process.pid) continue
        cpu.set(pid, (Number(fields[11]) + Number(fields[12])) / ticks)
        const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        megabytes = Math.max(megabytes, Number(peak ?? 0) / 1000)
      } catch {
        // The process has ended.
      }
    }
  }
  const timer = setInterval(look, 100)
  return {
    stop() {
      clearInterval(timer)
      look()
      return { cpuSeconds: Array.from(cpu.values()).reduce((sum, seconds) => sum + seconds, 0), megabytes }
    },
  }
}
