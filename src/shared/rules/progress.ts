import type { TopicMentions, Progress, ProgressPassage, ProgressSectionName } from '#shared/contract/progress.ts'

/** A tile of the Progress Summary. Only measured values have a figure. */
export interface Tile {
  title: 'Core Beliefs' | 'Treatment Goals' | 'Anxiety Level'
  figure: string
  detail: string
  /** The last passage behind the figure. */
  passage: ProgressPassage | null
}

/** The three specified tiles (spec core §2), computed from the sessions. */
export function summaryTiles(progress: Progress): Tile[] {
  const { sessions, coreBeliefs, treatmentGoals } = progress
  return [
    { title: 'Core Beliefs', ...mentionTile(coreBeliefs, sessions, 'a belief') },
    { title: 'Treatment Goals', ...mentionTile(treatmentGoals, sessions, 'a goal') },
    { title: 'Anxiety Level', ...anxiety(progress) },
  ]
}

const nothingWritten = { figure: 'No figure', detail: 'No note was written in this period.', passage: null }

function mentionTile({ sessions, latest }: TopicMentions, all: number, what: string): Omit<Tile, 'title'> {
  if (all === 0) return nothingWritten
  if (!latest) return { figure: 'None named', detail: `No sentence of ${notesOf(all)} names ${what}.`, passage: null }
  return {
    figure: share(sessions, all),
    detail: `${sessions === 1 ? 'names' : 'name'} ${what}. Change over time isn’t tracked.`,
    passage: latest,
  }
}

function anxiety({ client, sessions, anxiety: found }: Progress): Omit<Tile, 'title'> {
  if (sessions === 0) return nothingWritten
  const { measures, latest } = found
  const [now] = measures
  if (!now) {
    const words = latest ? `Anxiety is named in ${share(found.sessions, sessions)}.` : 'Anxiety is not named either.'
    if (latest && figureIn.test(latest.text)) {
      return {
        figure: 'In words',
        detail: `The quote names a figure that is on no known scale. ${words}`,
        passage: latest,
      }
    }
    return { figure: 'Not measured', detail: `No note gives a figure for it. ${words}`, passage: latest }
  }
  if (!client) {
    const measured = new Set(measures.map(({ passage }) => passage.client.id)).size
    const whom = measured === 1 ? '1 client has' : `${measured} clients have`
    return { figure: 'By client', detail: `${whom} a figure in a note. Choose a client to see it.`, passage: null }
  }
  const earlier = measures.find(
    ({ scale, most, passage }) =>
      scale === now.scale && most === now.most && passage.sessionId !== now.passage.sessionId,
  )
  return {
    figure: `${now.scale}: ${now.value} of ${now.most}`,
    detail: earlier
      ? `Before: ${earlier.value} on ${usDate(earlier.passage.date)}.`
      : 'No earlier note of this period gives a figure.',
    passage: now.passage,
  }
}

/** A number that may be a figure for anxiety without a known scale. */
const figureIn = /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b/i

const share = (some: number, all: number) => `${some} of ${all} ${all === 1 ? 'session' : 'sessions'}`
const notesOf = (all: number) => (all === 1 ? 'the one note' : `the ${all} notes`)

/** States how many sessions were not checked because they are not all in English. Null if all were checked. */
export function uncheckedSessions({ unchecked }: Pick<Progress, 'unchecked'>): string | null {
  if (unchecked === 0) return null
  return `Not checked: ${unchecked === 1 ? '1 session is' : `${unchecked} sessions are`} not all in English.`
}

/** `yyyy-MM-dd` as `MM/dd/yyyy` (spec core §9). */
export const usDate = (date: string) => date.replace(/^(\d{4})-(\d\d)-(\d\d).*$/, '$2/$3/$1')

/** The sources of a section. Shown above its passages, and alone if there are none. */
export const sectionSources: Readonly<Record<ProgressSectionName, string>> = {
  'Emotional Cycle Map': 'Feelings found in the sessions, newest first.',
  'Core Negative Beliefs': 'Sentences of the notes that name a belief or how clients judge themselves.',
  'Pattern Timeline': 'Main themes found in the sessions, newest first.',
  'Corrective Experiences': 'Sentences of the notes about something the client managed, or something that helped.',
  'Treatment Milestones': 'Sentences of the notes that name something reached, completed or improved.',
  'Modality Effectiveness':
    'Techniques found in the sessions, and how notes describe the response. Effectiveness is not measured.',
  'Diagnosis Suggestions (Provisional)':
    'Sentences of the notes that name a diagnosis. Attend suggests none of its own.',
  'Referrals & Modalities': 'Sentences of the notes that name a referral or a kind of treatment.',
  'Suggested Resources': 'Sentences of plans and follow-ups that name something to read, fill in or turn to.',
}

/** Explains how passages are selected. */
export const progressDisclaimer =
  'Passages are selected by keyword and quoted as written; some may be missed. For orientation only, not a diagnosis.'
