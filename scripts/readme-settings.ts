// Writes the README's configuration table and .env.example from the settings. With --check, only compares them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { Settings } from '#server/settings.ts'

interface Setting {
  name: string
  meaning: string
  /** The default as text; empty for a setting without one. */
  value: string
}

const marksPattern = /(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/
const settings = describeSettings()
const readme = textOf('README.md').replace(
  marksPattern,
  (_, start: string, end: string) => `${start}\n${table()}\n${end}`,
)

for (const [file, text] of [
  ['README.md', readme],
  ['.env.example', example()],
] as const) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (textOf(file) !== text) {
    console.error(`${file} is out of date: run npm run docs:settings.`)
    process.exitCode = 1
  }
}

function describeSettings(): Setting[] {
  const defaults: Readonly<Record<string, unknown>> = Settings.parse({})
  const { properties = {} } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    meaning: typeof schema === 'boolean' ? '' : (schema.description ?? ''),
    value: valueText(defaults[name]),
  }))
}

function valueText(value: unknown): string {
  if (value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '')
}

function table(): string {
  const rows = settings.map(
    ({ name, meaning, value }) => `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${meaning} |`,
  )
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** Every setting as a comment with its default. */
function example(): string {
  const head =
    '# Copy this file to .env and uncomment what you change. The npm scripts read it; environment variables override it.'
  const entries = settings.map(({ name, meaning, value }) => {
    const quoted = /[\s<>#]/.test(value) ? `"${value}"` : value
    return `# ${meaning.replaceAll('`', '')}\n# ${name}=${quoted}\n`
  })
  return [head, '# Generated from src/server/settings.ts by npm run docs:settings.\n', ...entries].join('\n')
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
