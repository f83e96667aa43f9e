// Writes the README's configuration table from the settings. With --check, compares only.
import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { Settings } from '#server/config.ts'

const marks = /(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/
const defaults: Readonly<Record<string, unknown>> = Settings.parse({})

const readme = readFileSync('README.md', 'utf8')
const written = readme.replace(marks, (_, start: string, end: string) => `${start}\n${table()}\n${end}`)

if (!process.argv.includes('--check')) {
  writeFileSync('README.md', written)
} else if (written !== readme) {
  console.error('The configuration table of README.md is out of date: run npm run docs:settings.')
  process.exitCode = 1
}

function table(): string {
  const { properties = {} } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties).map(([name, schema]) => {
    const meaning = typeof schema === 'boolean' ? '' : (schema.description ?? '')
    return `| \`${name}\` | ${defaultOf(name)} | ${meaning} |`
  })
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function defaultOf(name: string): string {
  const value = defaults[name]
  if (value === undefined) return ''
  return `\`${Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '')}\``
}
