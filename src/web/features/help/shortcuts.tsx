import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { KeyTable } from './key-table.tsx'
import { topics } from './topics.ts'

const keys = topics.find(({ id }) => id === 'keyboard')?.keys ?? []

/** The keyboard shortcuts dialog, available on every page. */
export default function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <KeyTable keys={keys} />
    </Dialog>
  )
}
