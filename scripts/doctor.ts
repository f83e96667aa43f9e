// npm run doctor: checks settings, disk, database, clock, storage, mail, engines and backups. Exits with 1 if something does not work.
import { diagnose } from '#server/doctor/diagnose.ts'
import { version } from '#server/version.ts'

const findings = await diagnose()
for (const { area, level, problem, remedy } of findings)
  console.log(`${level === 'fault' ? 'FAULT  ' : 'WARNING'} ${area}: ${problem}\n        ${remedy}`)
const faults = findings.filter(({ level }) => level === 'fault').length
const warnings = findings.length - faults
const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
console.log(`Attend ${version}: ${count(faults, 'fault')}, ${count(warnings, 'warning')}.`)
process.exitCode = faults > 0 ? 1 : 0
// Connections to a server that does not respond stay open, so the process would not end.
setTimeout(() => process.exit(), 500).unref()
