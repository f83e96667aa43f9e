import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Milliseconds for pip to download one wheel, of up to 90 MB. */
const downloadTimeoutMs = 180_000

/** Runs a Python module. @throws Error with its output if it fails */
export async function python(module: string, ...args: string[]): Promise<void> {
  try {
    await execute('python3', ['-m', module, ...args], {
      timeout: downloadTimeoutMs,
      env: { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1' },
    })
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    throw new Error(`python3 -m ${module} failed. ${output || String(cause)}`, { cause })
  }
}

/** Unpacks a zip archive into a folder. */
export const unzip = (archive: string, folder: string) => python('zipfile', '--extract', archive, folder)
