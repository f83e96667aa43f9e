import { execFileSync } from 'node:child_process'

const pollMs = 500

/**
 * Calls back when the npm that launched this process has ended. npm does not forward every signal, and its shell
 * forwards none: after a kill of `npm start` the product would run on.
 */
export function onLauncherExit(onExit: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const npm = findNpm(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return
    clearInterval(timer)
    onExit()
  }, pollMs)
  timer.unref()
}

/** npm is our parent, or the parent of the shell that launched us. */
function findNpm(parent: number): number | undefined {
  const above = processColumn('ppid=', parent)
  return [parent, Number(above)].find((pid) => pid > 0 && /^npm\b|\bnpm-cli/.test(processColumn('args=', pid)))
}

function processColumn(column: string, pid: number): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // Without ps, or if the process has just ended, only the parent is watched.
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
