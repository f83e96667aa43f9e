import { Button, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Signature } from '#shared/contract/signatures.ts'
import { query } from '#web/api/client.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { signedMoment } from '#web/ui/format/signer-name.ts'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './signatures.module.css'

type Props = {
  sessionId: string
  version: number
  superseded: NonNullable<Signature['superseded']>
  /** The time zone of the signature. */
  timeZone: string
}

/** Shows on request the text of a version whose signature is superseded. It is printed while it is shown. */
export function SupersededVersion({ version, ...props }: Props) {
  const [isShown, show] = useDisclosure(false)
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={classes.showVersion}
        aria-expanded={isShown}
        onClick={show.toggle}
      >{`${isShown ? 'Hide' : 'Show'} version ${version}`}</Button>
      {isShown && <VersionText version={version} {...props} />}
    </>
  )
}

function VersionText({ sessionId, version, superseded, timeZone }: Props) {
  const id = useId()
  const found = useQuery(query.notes.version.queryOptions({ input: { sessionId, version } }))
  if (found.isError)
    return <LoadFailure error={found.error} fallback="Failed to load notes" onRetry={() => void found.refetch()} />
  if (found.isPending) return <Placeholder kind="line" count={3} />
  return (
    <section className={classes.superseded} aria-labelledby={id}>
      <Title order={3} id={id}>{`Version ${version}, superseded`}</Title>
      <Hint className="num">{reasonOf(superseded, timeZone)}</Hint>
      <Hint className={classes.printHint}>Printed with the note while it is shown here.</Hint>
      {found.data.sections.map(({ title, content }) => (
        <div key={title}>
          <Title order={4}>{title}</Title>
          <p className={classes.words}>{content || 'Empty.'}</p>
        </div>
      ))}
    </section>
  )
}

/** Comments of a return are not printed, because they are between author and co-signer. */
function reasonOf({ kind, by, at, reason }: Props['superseded'], timeZone: string): string {
  const end = `${kind === 'returned' ? 'Returned' : 'Unlocked'} by ${by} ${signedMoment(at, timeZone)}`
  return kind === 'returned' ? end : `${end}. Reason: ${reason}`
}
