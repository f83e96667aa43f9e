import type { NoteComment } from '#shared/contract/cosign.ts'
import { FoldedSection } from '#web/ui/layout/folded-section.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { CommentCard } from './comment-card.tsx'
import classes from './cosign-note.module.css'

type Props = { comments: readonly NoteComment[]; timeZone: string }

/** Comments on versions that the author signed before, with the replies. Collapsed at first. */
export function EarlierComments({ comments, timeZone }: Props) {
  if (comments.length === 0) return null
  const byVersion = Map.groupBy(comments, ({ version }) => version)
  return (
    <FoldedSection title={`Earlier comments (${comments.length})`}>
      <div className={classes.earlier}>
        {[...byVersion].map(([version, ofVersion]) => (
          <section key={version} className={classes.earlierVersion} aria-label={`Comments on version ${version}`}>
            <Hint>On version {version}</Hint>
            {ofVersion.map((comment, at) => (
              <CommentCard key={comment.id} comment={comment} number={at + 1} timeZone={timeZone} isQuoted />
            ))}
          </section>
        ))}
      </div>
    </FoldedSection>
  )
}
