// Searches the tracked files for words that the project does not use (scripts/words/words.ts).
//   npm run words                fails where a folder has more of them than its budget
//   npm run words -- src/web     lists every one below a path
//   npm run words -- --record    writes the budgets, whose sum may only get smaller
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { unread } from './words/allowed.ts'
import { countByFolder, exceeded, folderOf, recordable } from './words/budgets.ts'
import { findWords, type Finding } from './words/find-words.ts'

const file = 'scripts/words/budgets.json'
const budgets = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(file, 'utf8')))
const paths = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 })
  .split('\0')
  .filter((path) => /[.](?:[cm]?[jt]sx?|sql|md|css|html)$/.test(path) && !unread.some((files) => files.path.test(path)))

const findings = paths.flatMap((path) => findWords(path, textOf(path)))
const counts = countByFolder(paths, findings)
const [argument] = process.argv.slice(2)

if (argument === '--record') {
  if (recordable(counts, budgets)) writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
  else fail('There are more of these words than recorded. Replace them; the budget only gets smaller.')
} else if (argument !== undefined) {
  print(findings.filter(({ path }) => path.startsWith(argument)))
} else {
  const above = exceeded(counts, budgets)
  for (const { folder, count, budget } of above) {
    print(findings.filter(({ path }) => folderOf(path) === folder))
    fail(`${folder}: ${count} words of scripts/words/words.ts, ${budget} allowed.`)
  }
  const below = Object.entries(budgets).filter(([folder, budget]) => (counts[folder] ?? 0) < budget)
  if (below.length > 0) console.log('Fewer than recorded: run npm run words -- --record.')
}

function print(found: readonly Finding[]): void {
  for (const { path, line, text, word } of found)
    console.log(`${path}:${line}: ${text}\n    ${word.pattern}: ${word.why} Instead: ${word.instead}.`)
}

/** Empty for a file that was deleted and not committed yet. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
