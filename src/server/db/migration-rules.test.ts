import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// During an upgrade, processes of the previous version still run on the migrated database (docs/releases.md).

const folder = new URL('./migrations/', import.meta.url)

/** Migrations from before these rules. */
const older = new Set(['0057_billing_lease', '0058_standard_names', '0060_admin_role', '0061_admin_names'])

/** Statements that break the previous version, each with a name for the message. */
const breaking: Readonly<Record<string, RegExp>> = {
  'drops a table': /\bdrop\s+table\b/,
  'drops a column': /\balter\s+table\b.*\bdrop\s+column\b/,
  'renames a table or column': /\balter\s+table\b.*\brename\s+(?!constraint\b)/,
  'renames a function': /\balter\s+function\b.*\brename\b/,
  'changes the type of a column': /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
  'requires a value in an existing column': /\bset\s+not\s+null\b/,
  'adds a column that requires a value and has no default':
    /\badd\s+column\b(?!.*\b(?:default|generated)\b)[^,]*\bnot\s+null\b/,
}

/** Rules that a migration breaks. The comment `-- unused by the previous version:` with a reason exempts the next statement. */
function brokenRules(text: string): string[] {
  const exempt = text.replaceAll(/^-- unused by the previous version: \S.*\n[^;]+;/gm, '')
  const statements = exempt
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').toLowerCase())
  return Object.keys(breaking).filter((rule) => statements.some((statement) => breaking[rule]?.test(statement)))
}

test('no migration contains a statement that breaks the previous version', () => {
  const names = readdirSync(folder).map((file) => file.replace('.sql', ''))
  expect(names.filter((name) => older.has(name))).toHaveLength(older.size)
  const broken = names
    .filter((name) => !older.has(name))
    .map((name) => [name, brokenRules(readFileSync(new URL(`${name}.sql`, folder), 'utf8'))] as const)
  expect(broken.filter(([, rules]) => rules.length > 0)).toEqual([])
})

test.for([
  ['drop table a', 'drops a table'],
  ['alter table a\n  drop column b', 'drops a column'],
  ['alter table a rename column b to c', 'renames a table or column'],
  ['alter table a rename to b', 'renames a table or column'],
  ['alter function app.a rename to b', 'renames a function'],
  ['alter table a alter column b type bigint', 'changes the type of a column'],
  ['alter table a alter b set not null', 'requires a value in an existing column'],
  ['alter table a add column b text not null', 'adds a column that requires a value and has no default'],
] as const)('brokenRules finds that “%s” %s', ([statement, rule]) => {
  expect(brokenRules(`${statement};`)).toEqual([rule])
  expect(brokenRules(`-- unused by the previous version: it never had it\n${statement};`)).toEqual([])
})

test.for([
  'alter table a add column b text',
  "alter table a add column b text not null default ''",
  'create table a (b text not null)',
  'alter table a rename constraint b to c',
  'create index a on b (c)',
])('brokenRules allows “%s”', (statement) => {
  expect(brokenRules(`${statement};`)).toEqual([])
})
