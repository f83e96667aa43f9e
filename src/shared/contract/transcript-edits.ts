import * as z from 'zod'
import { Speaker } from './transcripts.ts'
import { NameText } from './names.ts'

/** Name of a speaker in the source. Labels of imports by former versions may be longer than those of new ones. */
export const SpeakerLabel = z.string().max(10_000)
const label = SpeakerLabel
const utteranceId = z.string().max(100)

/** A change of the speakers or turns of a transcript. Speakers are named by their label. */
export const TranscriptEdit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rename'),
    label,
    name: NameText.min(1, 'Enter a name.').max(60, 'A name has at most 60 characters.'),
  }),
  z.object({ kind: z.literal('role'), label, speaker: Speaker }),
  /** Exchanges two speakers in all turns. */
  z.object({ kind: z.literal('swap'), label, other: label }),
  /** All turns of a speaker become turns of another speaker. */
  z.object({ kind: z.literal('merge speakers'), label, into: label }),
  /** Separates one voice into a therapist and a client, turn by turn. */
  z.object({ kind: z.literal('separate') }),
  /** `label` null adds a speaker; the label of the turn confirms its unsure speaker. */
  z.object({ kind: z.literal('speaker'), utteranceId, label: label.nullable() }),
  /** `at`: where the new turn begins, in UTF-16 code units of the text. */
  z.object({ kind: z.literal('split'), utteranceId, at: z.int32().min(1) }),
  /** Appends a turn to the turn above. `acrossSpeakers` confirms that these are different speakers. */
  z.object({ kind: z.literal('merge turns'), utteranceId, acrossSpeakers: z.boolean() }),
])
export type TranscriptEdit = z.infer<typeof TranscriptEdit>
