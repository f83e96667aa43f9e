import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { Settings } from '#server/settings.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** The npm scripts whose file reads the settings, with their options for Node. */
const reading = Object.entries(scripts).flatMap(([name, command]) => {
  const [, options = '', file] = /^node ((?:--\S+ )*)(scripts\/[\w-]+[.]ts)/.exec(command) ?? []
  return file && readFileSync(file, 'utf8').includes('readConfig(')
    ? [{ name, options: options.trim().split(' ') }]
    : []
})

test('the npm scripts that read the settings are found', () => {
  expect(reading.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['start', 'dev', 'demo', 'admin', 'secret:rotate']),
  )
})

test.each(reading)('npm run $name reads settings from .env, and environment variables override them', ({ options }) => {
  const folder = mkdtempSync(join(tmpdir(), 'attend-env-'))
  try {
    writeFileSync(join(folder, '.env'), 'PORT=5001\nLOG_LEVEL=warn\n')
    const program = `import { readConfig } from ${JSON.stringify(resolve('src/server/config.ts'))}
      const { PORT, LOG_LEVEL } = readConfig()
      console.log(JSON.stringify({ PORT, LOG_LEVEL }))`
    const printed = execFileSync(process.execPath, [...options, '--input-type=module', '--eval', program], {
      cwd: folder,
      env: { PORT: '5002' },
      encoding: 'utf8',
    })
    expect(JSON.parse(printed)).toEqual({ PORT: 5002, LOG_LEVEL: 'warn' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('.env.example lists every setting with its default', () => {
  const lines = readFileSync('.env.example', 'utf8').replace(/^# (?=[A-Z0-9_]+=)/gm, '')
  const example = parseEnv(lines)
  expect(Object.keys(example).toSorted()).toEqual(Object.keys(Settings.shape).toSorted())
  const given = Object.fromEntries(Object.entries(example).filter(([, value]) => value !== ''))
  expect(Settings.parse(given)).toEqual(Settings.parse({}))
})
