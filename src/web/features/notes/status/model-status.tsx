import { IconAlertTriangle } from '@tabler/icons-react'
import type { NoteModel } from '#shared/contract/models.ts'
import classes from '../notes.module.css'

/** The measured quality of the note's language model, unless it passed. */
export function ModelStatus({ model: { name, standing, failed } }: { model: NoteModel }) {
  if (standing === 'passed') return null
  if (standing === 'not measured') return <div>Drafted by {name}, a language model that has not been measured</div>
  return (
    <div className={classes.notPassed}>
      <IconAlertTriangle size={16} aria-hidden className={classes.notPassedIcon} />
      <div>
        <strong>This model has not passed Attend's checks</strong>
        <div>
          {name}:{' '}
          {failed
            .slice(0, maxShown)
            .map((measure) => `${measure.name.toLowerCase()} ${measure.value}, needed ${measure.needed}`)
            .join('; ')}
          {failed.length > maxShown && `; and ${failed.length - maxShown} more`}
        </div>
      </div>
    </div>
  )
}

const maxShown = 3
