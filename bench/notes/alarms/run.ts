import { NoteType } from '#shared/contract/notes.ts'
import { checkStatement } from '#server/clinical-text/evidence/evidence.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { generalTerms, termsOf } from '#server/clinical-text/language/words.ts'
import { createExtractiveDrafter } from '#server/providers/drafter/extractive/drafter.ts'
import { consultationsIn, sessionsIn } from '../material.ts'

const folder = process.argv[2] ?? 'data'
const drafter = createExtractiveDrafter()

/** Phrases that do not occur in the material. The code below verifies this. */
const findings = [
  'homicidal ideation',
  'hallucinations',
  'cocaine use',
  'sexual abuse',
  'eating disorder symptoms',
  'gambling',
  'seizures',
  'paranoia',
]
const forms = [
  (what: string) => `Client denies ${what}.`,
  (what: string) => `No ${what}.`,
  (what: string) => `Client presents without ${what}.`,
]

const counts = {
  trueStatements: 0,
  trueSupported: 0,
  wrongNumbers: 0,
  wrongNumbersSupported: 0,
  inventedDenials: 0,
  inventedDenialsSupported: 0,
  swappedEvidence: 0,
  swappedSupported: 0,
}

for (const { transcript } of [...sessionsIn(folder), ...consultationsIn(folder)]) {
  const spoken = new Set(termsOf(transcript.utterances.map(({ text }) => text).join(' ')))
  for (const noteType of NoteType.options) {
    const { sections } = await drafter.draft({
      transcript,
      noteType,
      sectionTitles: sectionsOf[noteType],
      clientFirstName: 'Client',
      clientPronouns: 'N/A',
      session: { date: '2026-01-15', durationMinutes: 50, settingType: 'in-person' },
      signal: new AbortController().signal,
    })
    const statements = sections.flatMap(({ excerpts = [] }) => excerpts)
    statements.forEach(({ text, evidence }, at) => {
      counts.trueStatements += 1
      if (checkStatement(text, evidence, transcript) === 'supported') counts.trueSupported += 1
      const wrongText = text.replace(/\b\d+\b/g, (digits) => String(Number(digits) + 37))
      if (wrongText !== text) {
        counts.wrongNumbers += 1
        if (checkStatement(wrongText, evidence, transcript) === 'supported') counts.wrongNumbersSupported += 1
      }
      const what = findings[at % findings.length] ?? ''
      if (!termsOf(what).some((term) => spoken.has(term) && !generalTerms.has(term))) {
        counts.inventedDenials += 1
        const denial = forms[at % forms.length]?.(what) ?? ''
        if (checkStatement(denial, evidence, transcript) === 'supported') counts.inventedDenialsSupported += 1
      }
      const foreign = statements[(at + Math.ceil(statements.length / 2)) % statements.length]
      if (foreign && foreign.text !== text && !text.includes('“')) {
        counts.swappedEvidence += 1
        if (checkStatement(text, foreign.evidence, transcript) === 'supported') counts.swappedSupported += 1
      }
    })
  }
}
console.table(counts)
