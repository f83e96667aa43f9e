// Prints how many false statements the evidence check flags, by kind, and what the safety card finds in risk exchanges.
// `node bench/clinical/run.ts` runs the part `read`; `develop`, `final` and `adversarial` (exchanges that try to mislead the safety
// search) run other parts. `misses` lists the wrong results.
import { checkStatement } from '#server/clinical-text/evidence/evidence.ts'
import { resemblesPlan } from '#server/clinical-text/excerpts/plans/resembles-plan.ts'
import { undertakingIn } from '#server/clinical-text/language/undertakings.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import {
  evidenceOf,
  type Dialogue,
  type Exchange,
  Part,
  Kind,
  readDialogues,
  readExchanges,
  readPlanLines,
  readQuestions,
  transcriptOf,
} from './cases.ts'

const part = Part.catch('read').parse(process.argv[2])
const listsMisses = process.argv.includes('misses')

const dialogues = readDialogues().filter((one) => one.part === part)
const exchanges = readExchanges().filter((one) => one.part === part)

interface Judged {
  setting: Dialogue['setting']
  kind: Kind
  check: ReturnType<typeof checkStatement>
  isFlagged: boolean
}

function judge({ id, setting, client, transcript, statements }: Dialogue): Judged[] {
  return statements.map(({ text, is, quotes }) => {
    const evidence = evidenceOf(quotes)
    const check = checkStatement(text, evidence, transcript, client)
    const isFlagged = check !== 'supported'
    if (listsMisses && isFlagged === (is === 'true')) console.log(`${id} ${is} ${check}: ${text}`)
    return { setting, kind: is, check, isFlagged }
  })
}

/** The finding that the card shows for a topic. */
function shownFor({ topic, transcript }: Exchange): Exchange['is'] {
  const findings = new Set(
    findSafety(transcript, [])
      .filter((passage) => passage.topic === topic)
      .map(({ finding }) => finding),
  )
  if (findings.has('stated')) return 'stated'
  if (findings.has('unclear') || findings.has('use mentioned')) return 'unclear'
  return findings.has('denied') ? 'denied' : 'not raised'
}

const share = (count: number, whole: number) =>
  whole === 0 ? '–' : `${count} of ${whole} (${Math.round((100 * count) / whole)} %)`

/** The findings that flag true statements, the most frequent first. */
function printFalseAlarms(trueOnes: readonly Judged[]): void {
  const findings = Map.groupBy(
    trueOnes.filter(({ isFlagged }) => isFlagged),
    ({ check }) => check,
  )
  const counts = [...findings].map(([finding, group]) => ({ finding, count: group.length }))
  const inOrder = counts.toSorted((one, other) => other.count - one.count)
  console.log(`  true ones by finding: ${inOrder.map(({ finding, count }) => `${finding} ${count}`).join(', ')}`)
}

function printStatements(): void {
  const start = performance.now()
  const judged = dialogues.flatMap(judge)
  const milliseconds = performance.now() - start
  for (const setting of ['therapy', 'consultation'] as const) {
    const settingCases = judged.filter((one) => one.setting === setting)
    const flagged = (kinds: readonly Judged[]) => share(kinds.filter(({ isFlagged }) => isFlagged).length, kinds.length)
    console.log(`\n${setting}: statements flagged`)
    for (const kind of Kind.options)
      console.log(`  ${kind.padEnd(14)}${flagged(settingCases.filter((one) => one.kind === kind))}`)
    console.log(`  ${'all false'.padEnd(14)}${flagged(settingCases.filter(({ kind }) => kind !== 'true'))}`)
    printFalseAlarms(settingCases.filter(({ kind }) => kind === 'true'))
  }
  console.log(`\n${judged.length} statements checked in ${Math.round(milliseconds)} ms`)
}

function printExchanges(): void {
  const judged = exchanges.map((exchange) => ({ exchange, shown: shownFor(exchange) }))
  const statuses = ['stated', 'denied', 'unclear', 'not raised'] as const
  console.log(`\nrisk exchanges: rows are what they are, columns what the card shows`)
  console.log(`  ${''.padEnd(12)}${statuses.map((status) => status.padEnd(12)).join('')}`)
  for (const is of statuses) {
    const counts = statuses.map((status) =>
      judged.filter(({ exchange, shown }) => exchange.is === is && shown === status).length.toString(),
    )
    console.log(`  ${is.padEnd(12)}${counts.map((count) => count.padEnd(12)).join('')}`)
  }
  if (!listsMisses) return
  for (const { exchange, shown } of judged) {
    const { id, is, because, lines } = exchange
    if (is !== shown) console.log(`${id} ${is} (${because}), shown as ${shown}: ${lines.join(' / ')}`)
  }
}

/** How many questions are on the card under their topic, if the client answers neither yes nor no. */
function printQuestions(): void {
  const judged = readQuestions().map(({ topic, text }) => {
    const found = findSafety(transcriptOf([`Therapist: ${text}`, 'Client: Sometimes.']), [])
    return { topic, isShown: topic === null ? found.length > 0 : found.some((passage) => passage.topic === topic) }
  })
  console.log(`\nquestions of therapists: on the card under their topic`)
  for (const [topic, group] of Map.groupBy(judged, (one) => one.topic))
    console.log(
      `  ${(topic ?? 'ordinary').padEnd(16)}${share(group.filter(({ isShown }) => isShown).length, group.length)}`,
    )
}

console.log(`The part ‘${part}’: ${dialogues.length} dialogues, ${exchanges.length} risk exchanges`)
if (dialogues.length > 0) printStatements()
printExchanges()
/** How many lines the Plan of excerpts may show. */
function printPlans(): void {
  const judged = readPlanLines().map(({ speaker, text, isPlan }) => ({
    group: `${speaker}, ${isPlan ? 'plans' : 'no plans'}`,
    isFound: undertakingIn(text, speaker) !== null || resemblesPlan(text, speaker),
  }))
  console.log('\nlines of therapists and clients: in the Plan of excerpts')
  for (const [group, lines] of Map.groupBy(judged, (line) => line.group))
    console.log(`${group.padEnd(20)} ${share(lines.filter(({ isFound }) => isFound).length, lines.length)}`)
}

if (part === 'final') {
  printQuestions()
  printPlans()
}
