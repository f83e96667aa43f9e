import { Button, Text, Title } from '@mantine/core'
import type { EditedSection } from '#shared/contract/notes.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import classes from '../notes.module.css'

type Props = { opened: boolean; onClose: () => void; edits: NoteEdits }

/** Shows the user's version and the newer saved version of a note side by side, to choose one. No input is lost. */
export default function SaveConflict({ opened, onClose, edits }: Props) {
  const { conflict } = edits
  const mine = conflict?.mine.sections ?? []
  const newer = conflict?.newer.sections ?? []
  const titles = [...new Set([...mine, ...newer].map(({ title }) => title))]
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title="This note was saved elsewhere"
      // Once it closes, there is no conflict to show.
      transitionProps={{ duration: 0 }}
    >
      <Text>
        This note was saved elsewhere, possibly in another window, while you were editing. If you keep your version, the
        newer one stays under Versions. If you use the newer version, your changes here will be lost.
      </Text>
      {conflict && conflict.mine.noteType !== conflict.newer.noteType && (
        <Text mt="xs">
          The note type was changed, too: yours is {conflict.mine.noteType}, the newer one is {conflict.newer.noteType}.
        </Text>
      )}
      {titles
        .filter((title) => textIn(mine, title) !== textIn(newer, title))
        .map((title) => (
          <div key={title} className={classes.sides}>
            <Side name={`${title}, yours`} text={textIn(mine, title)} />
            <Side name={`${title}, the newer one`} text={textIn(newer, title)} />
          </div>
        ))}
      <FormError message={edits.failure?.sentence ?? null} />
      <DialogButtons>
        <Button variant="default" disabled={edits.isSaving} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" disabled={edits.isSaving} onClick={edits.useNewer}>
          Use newer version
        </Button>
        <Button loading={edits.isSaving} onClick={() => void edits.keepMine()}>
          Keep mine
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Side({ name, text }: { name: string; text: string | undefined }) {
  return (
    <div className={classes.side}>
      <Title order={3}>{name}</Title>
      <p className={classes.prose}>{text === undefined ? 'This section is not in it.' : text || 'Empty.'}</p>
    </div>
  )
}

function textIn(sections: readonly EditedSection[], title: string): string | undefined {
  return sections.find((section) => section.title === title)?.content
}
