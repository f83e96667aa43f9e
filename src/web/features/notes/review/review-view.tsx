import type { ReactNode } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import { NoteSections } from '../editor/note-sections.tsx'
import type { NoteEdits } from '../editor/use-note-edits.ts'
import { ReviewBar } from './review-bar.tsx'
import { ReviewPanel } from './review-panel.tsx'
import type { Review } from './use-review.ts'
import classes from './review.module.css'

type Props = {
  page: NotePage
  review: Review
  edits: NoteEdits
  /** The button 'Sign note'. */
  sign?: ReactNode
  onClose: () => void
}

/** The review of a note: the note on the left and one item on the right; on a phone, only the item. */
export default function ReviewView({ page, review, edits, sign, onClose }: Props) {
  return (
    <div className={classes.view} data-review>
      <title>Review · Attend</title>
      <ReviewBar page={page} openCount={page.note.toReview} sign={sign} onClose={onClose} />
      <div className={classes.columns}>
        {/* The panel comes first in the reading order, although the note is on the left. */}
        <ReviewPanel page={page} review={review} />
        <div className={classes.note}>
          <NoteSections edits={edits} canEdit />
        </div>
      </div>
    </div>
  )
}
