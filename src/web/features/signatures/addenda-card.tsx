import { Badge, Card, Title } from '@mantine/core'
import { IconNote, IconSignature } from '@tabler/icons-react'
import type { Addendum, AddendumKind } from '#shared/contract/signatures.ts'
import { shownDate, shownDay } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { signedClock, signerName } from '#web/ui/format/signer-name.ts'
import classes from './signatures.module.css'

/** Names of the kinds of addenda, in the order of the form. */
export const addendumKinds: Readonly<Record<AddendumKind, string>> = {
  addendum: 'Addendum',
  correction: 'Correction',
  late_entry: 'Late entry',
  client_statement: 'Client statement',
}

/** The addenda of a locked note, printed after its signatures. */
export function AddendaCard({ addenda }: { addenda: readonly Addendum[] }) {
  return (
    <Card
      component="section"
      aria-labelledby="addenda"
      padding={0}
      className={classes.card}
      data-printed={addenda.length > 0 || undefined}
    >
      <div className={classes.cardHead}>
        <Title order={2} id="addenda">
          Addenda
        </Title>
        {addenda.length > 0 && <Hint className="num">{addenda.length}</Hint>}
      </div>
      {addenda.length === 0 ? (
        <Hint className={classes.empty}>No addenda. Corrections and later information are added here.</Hint>
      ) : (
        <ol className={classes.addenda}>
          {addenda.map((addendum) => (
            <li key={addendum.number}>
              <div className={classes.addendumHead}>
                <Badge color="dusk" leftSection={<IconNote size={13} aria-hidden />}>
                  {addendumKinds[addendum.kind]} {addendum.number}
                </Badge>
                <Hint className="num">{shownDay(addendum.signedAt, addendum.timeZone)}</Hint>
              </div>
              <p className={classes.words}>{addendum.text}</p>
              {addendum.eventDate !== null && <Hint>Date of the event: {shownDate(addendum.eventDate)}</Hint>}
              <Hint>Reason: {addendum.reason}</Hint>
              {addendum.isOfUnsignedNote && <Hint>The author of this note did not sign it.</Hint>}
              <div className={classes.signedBy}>
                <IconSignature size={16} aria-hidden />
                <span>
                  <strong>{signerName(addendum)}</strong> · Signed {signedClock(addendum.signedAt, addendum.timeZone)}
                </span>
              </div>
              {!addendum.isIntact && (
                <p role="alert" className={classes.broken}>
                  Signature check failed. Contact your Attend administrator.
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
