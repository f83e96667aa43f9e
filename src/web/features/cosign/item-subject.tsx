import type { ReactNode } from 'react'
import type { CosignItem } from '#shared/contract/cosign.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { signerName } from '#web/ui/format/signer-name.ts'
import { Initials } from '#web/ui/layout/initials.tsx'
import { HintLine, StrongLine } from '#web/ui/layout/text.ts'
import classes from './queue.module.css'

/** The client, author, day and note type of a note in the queue. */
export function ItemSubject({ item, children }: { item: CosignItem; children?: ReactNode }) {
  const { client, author, date, noteType } = item
  return (
    <>
      <Initials {...client} />
      <span className={classes.who}>
        <StrongLine>
          {client.firstName} {client.lastName}
        </StrongLine>
        <HintLine>{signerName(author)}</HintLine>
        <HintLine className="num">
          {shownDate(date)} · {noteType}
        </HintLine>
        {children}
      </span>
    </>
  )
}
