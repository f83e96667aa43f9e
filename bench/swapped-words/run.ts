// Changes one word of each true statement, and prints by kind how often the evidence check flags the result. Some results
// are true or senseless, so no kind can reach 100 %. The rules about time, trend, frequency and negation were written on one
// half of the statements, so both halves are printed. With the name of a kind, the unflagged results of that half are listed.
// npm exec -c 'node bench/swapped-words/run.ts [KIND]'
import { createHash } from 'node:crypto'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { evidenceOf, readDialogues } from '../clinical/cases.ts'

const swaps: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  day: [
    [/\bMonday\b/, 'Wednesday'],
    [/\bTuesday\b/, 'Thursday'],
    [/\bWednesday\b/, 'Friday'],
    [/\bThursday\b/, 'Monday'],
    [/\bFriday\b/, 'Tuesday'],
    [/\bSaturday\b/, 'Tuesday'],
    [/\bSunday\b/, 'Thursday'],
  ],
  month: [
    [/\bJanuary\b/, 'June'],
    [/\bMarch\b/, 'August'],
    [/\bSeptember\b/, 'April'],
    [/\bOctober\b/, 'May'],
    [/\bJune\b/, 'December'],
    [/\bNovember\b/, 'July'],
  ],
  side: [
    [/\bleft\b(?= \w+(?:er|ip|oe|nd|ee|rm|ye|eg|de|ar|st|ot|le))/, 'right'],
    [/\bright\b(?= \w+(?:er|ip|oe|nd|ee|rm|ye|eg|de|ar|st|ot|le))/, 'left'],
  ],
  relation: [
    [/\bmother\b/, 'father'],
    [/\bfather\b/, 'mother'],
    [/\bsister\b/, 'brother'],
    [/\bbrother\b/, 'sister'],
    [/\bwife\b/, 'daughter'],
    [/\bhusband\b/, 'son'],
    [/\bson\b/, 'husband'],
    [/\bdaughter\b/, 'sister'],
    [/\bcousin\b/, 'uncle'],
    [/\baunt\b/, 'neighbor'],
  ],
  trend: [
    [/\bworse\b/, 'better'],
    [/\bbetter\b/, 'worse'],
    [/\bincreas/, 'decreas'],
    [/\bdecreas/, 'increas'],
    [/\bmore\b/, 'less'],
    [/\bless\b/, 'more'],
    [/\bimproved\b/, 'worsened'],
    [/\breduced\b/, 'increased'],
    [/\bhigher\b/, 'lower'],
    [/\blower\b/, 'higher'],
  ],
  polarity: [
    [/\bdid not\b/, 'did'],
    [/\bdoes not (\w+)/, 'does $1'],
    [/\bhas not\b/, 'has'],
    [/\bis not\b/, 'is'],
    [/\bwas not\b/, 'was'],
    [/\bnever\b/, 'often'],
    [/\bno longer\b/, 'still'],
    [/\bhas\b(?! not)/, 'has not'],
    [/\bwas\b(?! not)/, 'was not'],
    [/\bis\b(?! not)/, 'is not'],
  ],
  frequency: [
    [/\balways\b/, 'rarely'],
    [/\bevery day\b/, 'once a week'],
    [/\bonce\b/, 'daily'],
    [/\bdaily\b/, 'weekly'],
    [/\bnightly\b/, 'monthly'],
    [/\btwice\b/, 'never'],
    [/\brarely\b/, 'daily'],
    [/\bsometimes\b/, 'always'],
    [/\boften\b/, 'never'],
    [/\bmost\b/, 'few'],
  ],
  time: [
    [/\bmorning\b/, 'evening'],
    [/\bevening\b/, 'morning'],
    [/\blast week\b/, 'next week'],
    [/\byesterday\b/, 'tomorrow'],
    [/\bnight\b/, 'noon'],
    [/\bnext\b/, 'last'],
    [/\blast\b/, 'next'],
    [/\bbefore\b/, 'after'],
    [/\bafter\b/, 'before'],
    [/\bsince\b/, 'until'],
  ],
  modal: [
    [/\bplans to\b/, 'refuses to'],
    [/\bagreed\b/, 'refused'],
    [/\bmight\b/, 'will'],
    [/\bwants to\b/, 'does not want to'],
    [/\bintends to\b/, 'declined to'],
    [/\bhopes\b/, 'fears'],
    [/\bworried\b/, 'relieved'],
    [/\bafraid\b/, 'proud'],
    [/\bangry\b/, 'calm'],
    [/\bsad\b/, 'happy'],
  ],
  drug: [
    [/\bsertraline\b/, 'fluoxetine'],
    [/\bfluoxetine\b/, 'mirtazapine'],
    [/\bpropranolol\b/, 'diazepam'],
    [/\blithium\b/i, 'lamotrigine'],
    [/\bmetformin\b/, 'insulin'],
    [/\bibuprofen\b/, 'paracetamol'],
    [/\bparacetamol\b/, 'codeine'],
    [/\bmethotrexate\b/, 'prednisolone'],
    [/\bcitalopram\b/, 'sertraline'],
    [/\bvenlafaxine\b/, 'duloxetine'],
    [/\btrazodone\b/, 'zopiclone'],
    [/\bprednisolone\b/, 'methotrexate'],
  ],
}
const [, , shown] = process.argv

/** The statement with its first word of a kind changed; null if it has none. */
function swapWords(text: string, kind: string): string | null {
  const [from, to] = swaps[kind]?.find(([word]) => word.test(text)) ?? []
  return from === undefined || to === undefined ? null : text.replace(from, to)
}

/** True for a random half of the statements, and for the dialogues that no rule was written on. */
const isUnread = (text: string, part: string) =>
  part === 'final' || (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 1

const statements = readDialogues().flatMap(({ id, part, client, transcript, statements: all }) => {
  const isFlagged = (text: string, quotes: Parameters<typeof evidenceOf>[0]) =>
    checkedStatement(text, evidenceOf(quotes), transcript, client).check !== 'supported'
  return all
    .filter(({ is, text, quotes }) => is === 'true' && !isFlagged(text, quotes))
    .map(({ text, quotes }) => ({ id, text, quotes, isFlagged, isRead: !isUnread(text, part) }))
})

function shareOf(results: readonly { isCaught: boolean }[]): string {
  const caught = results.filter(({ isCaught }) => isCaught).length
  return `${caught} of ${results.length} (${Math.round((100 * caught) / results.length)} %)`
}

for (const kind of Object.keys(swaps)) {
  const results = statements.flatMap(({ id, text, quotes, isFlagged, isRead }) => {
    const next = swapWords(text, kind)
    return next === null ? [] : [{ id, text: next, quotes, isRead, isCaught: isFlagged(next, quotes) }]
  })
  const read = results.filter(({ isRead }) => isRead)
  const unread = results.filter(({ isRead }) => !isRead)
  console.log(`${kind}: ${shareOf(results)}; read half ${shareOf(read)}, unread ${shareOf(unread)}`)
  if (kind !== shown) continue
  for (const { id, text, quotes, isCaught } of read)
    if (!isCaught) console.log(`  ${id}: ${text}\n      ${quotes.map(([, quote]) => quote).join(' / ')}`)
}
