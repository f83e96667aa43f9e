import type { Coverage, NoteType, NoteVersion, SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { applyEdits } from '#server/clinical-text/evidence/edits.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import type { DraftRequest, NoteDrafter } from '#server/providers/drafter/port.ts'
import { threads } from '#server/threads/pool.ts'
import type { FollowUpChange } from './members-and-clients.ts'

export interface DemoVersion {
  reason: NoteVersion['reason']
  noteType: NoteType
  sections: Section[]
  coverage: Coverage
  drafter: 'extractive' | 'language-model'
}

export interface DemoNote {
  /** Oldest first; never empty. */
  versions: readonly [DemoVersion, ...DemoVersion[]]
  safety: SafetyPassage[]
}

export interface NoteTask {
  transcript: Transcript
  noteType: NoteType
  clientFirstName: string
  clientPronouns: DraftRequest['clientPronouns']
  session: DraftRequest['session']
  followUpChange?: FollowUpChange | undefined
}

/** Drafts a note as the product does, and then applies the follow-up change, if there is one. */
export async function draftNote(drafter: NoteDrafter, task: NoteTask): Promise<DemoNote> {
  const first = await draft(drafter, task, { reason: 'drafted', noteType: task.noteType })
  const next = task.followUpChange && (await applyFollowUpChange(drafter, task, task.followUpChange, first))
  const newest = next ?? first
  const withRiskChecks = async (version: DemoVersion): Promise<DemoVersion> => {
    const { sections } = version
    return {
      ...version,
      sections: await threads.run('confirmRisk', { sections, transcript: task.transcript, marks: [] }),
    }
  }
  const utterances = JSON.stringify(task.transcript.utterances)
  return {
    versions: next ? [await withRiskChecks(first), await withRiskChecks(next)] : [await withRiskChecks(first)],
    safety: await threads.run('findSafety', { utterances, sections: newest.sections, marks: [] }),
  }
}

async function draft(
  drafter: NoteDrafter,
  { transcript, clientFirstName, clientPronouns, session }: NoteTask,
  { reason, noteType, enhancement }: Pick<DemoVersion, 'reason' | 'noteType'> & Pick<DraftRequest, 'enhancement'>,
): Promise<DemoVersion> {
  const drafted = await drafter.draft({
    transcript,
    noteType,
    sectionTitles: sectionsOf[noteType],
    clientFirstName,
    clientPronouns,
    session,
    signal: new AbortController().signal,
    ...(enhancement ? { enhancement } : {}),
  })
  return { ...drafted, sections: drafted.sections.map(writeExcerpts), reason, noteType }
}

/** Writes all excerpts of a section into the text of the section. */
function writeExcerpts({ title, excerpts = [] }: Section): Section {
  return { title, content: excerpts.map(({ text }) => text).join('\n'), statements: excerpts, excerpts }
}

async function applyFollowUpChange(
  drafter: NoteDrafter,
  task: NoteTask,
  followUpChange: FollowUpChange,
  first: DemoVersion,
): Promise<DemoVersion> {
  if (followUpChange.kind === 'type changed')
    return await draft(drafter, task, { reason: 'type changed', noteType: followUpChange.to })
  if (followUpChange.kind === 'enhanced') {
    const enhancement = { instructions: followUpChange.instructions, current: first.sections }
    return await draft(drafter, task, { reason: 'enhanced', noteType: first.noteType, enhancement })
  }
  const edited = first.sections.map(({ title, content }, index) => ({
    title,
    content: index === first.sections.length - 1 ? `${content}\n${followUpChange.sentence}` : content,
  }))
  return { ...first, reason: 'edited', sections: applyEdits(first.sections, edited) }
}
