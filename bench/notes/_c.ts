import { createExtractiveDrafter } from '#server/providers/drafter/extractive/drafter.ts'
import { consultationsIn } from './material.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { score, baselines } from '/work/shared/data/score.mjs'
const d = createExtractiveDrafter()
for (const c of consultationsIn('/work/shared/data')) {
  const r = await d.draft({
    transcript: c.transcript,
    noteType: 'SOAP',
    sectionTitles: sectionsOf.SOAP,
    clientFirstName: 'Client',
    session: { date: '', durationMinutes: 1, settingType: 'in-person' },
    signal: new AbortController().signal,
  })
  const t = r.sections.map((s) => s.title + '\n' + s.content).join('\n')
  const s = score({ dialogue: c.dialogue, referenceNote: c.referenceNote, candidateNote: t })
  const b = score({ dialogue: c.dialogue, referenceNote: c.referenceNote, candidateNote: baselines.centroid20(c) })
  console.log(
    c.id,
    s.rouge1.toFixed(3),
    s.candidateTokens,
    s.referenceTokens,
    'base',
    b.rouge1.toFixed(3),
    b.candidateTokens,
  )
}
