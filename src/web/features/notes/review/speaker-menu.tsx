import { Button, Menu } from '@mantine/core'
import { IconUserEdit } from '@tabler/icons-react'
import type { ReviewItem } from '#shared/contract/review.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { useEvidenceTools } from '../evidence/evidence-tools.ts'
import choices from './review-choices.module.css'
import classes from './review.module.css'

/** `onChoose` receives the label of a speaker of the transcript, or null for a new speaker. */
type Props = { turn: NonNullable<ReviewItem['turn']>; onChoose: (label: string | null) => void }

/** Assigns the words of an item to another speaker. */
export function SpeakerMenu({ turn, onChoose }: Props) {
  const [hasSingleKeys] = useSingleKeys()
  const { speakers } = useEvidenceTools()
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          justify="flex-start"
          classNames={{ root: choices.choice, inner: choices.choiceInner, label: choices.choiceLabel }}
          leftSection={<IconUserEdit size={17} stroke={1.8} aria-hidden />}
          rightSection={
            hasSingleKeys && (
              <kbd className={classes.key} aria-hidden>
                E
              </kbd>
            )
          }
          data-key="e"
        >
          Change speaker
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {speakers
          .filter(({ label }) => label !== turn.label)
          .map(({ label, name }) => (
            <Menu.Item key={label} onClick={() => onChoose(label)}>
              {name}
            </Menu.Item>
          ))}
        <Menu.Item onClick={() => onChoose(null)}>New speaker</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
