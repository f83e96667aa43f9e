// npm run release:notes -- --since 2026-11-20: prints what changed after the day of the last release, from CHANGELOG.md, with the migrations
// that were added.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { version } from '#server/version.ts'

const { values } = parseArgs({ options: { since: { type: 'string' } } })
const since = values.since ?? ''
if (!/^\d{4}-\d\d-\d\d$/.test(since)) {
  console.error('Name the day of the last release: npm run release:notes -- --since 2026-11-20')
  process.exitCode = 1
} else {
  const days = readFileSync('CHANGELOG.md', 'utf8')
    .split(/^(?=## \d{4}-\d\d-\d\d$)/m)
    .filter((day) => day.startsWith('## ') && day.slice(3, 13) > since)
  const added = execFileSync(
    'git',
    [
      'log',
      `--since=${since}T23:59:59`,
      '--diff-filter=A',
      '--name-only',
      '--format=',
      '--',
      'src/server/db/migrations',
    ],
    { encoding: 'utf8' },
  )
  const migrations = [...new Set(added.split('\n').filter(Boolean))].toSorted().map((path) => path.split('/').at(-1))
  console.log(`# Attend ${version}\n`)
  console.log(days.length === 0 ? 'The changelog has no entry after that day.' : days.join('').trimEnd())
  console.log('\n## Upgrade\n')
  console.log(`Migrations: ${migrations.length === 0 ? 'none' : migrations.join(', ')}. See docs/releases.md.`)
}
