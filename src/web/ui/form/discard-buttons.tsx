import { Button } from '@mantine/core'

type Props = { size?: 'sm'; onKeep: () => void; onDiscard: () => void }

/** Replaces the buttons of an editor, and asks whether to discard its changes. */
export function DiscardButtons({ size, onKeep, onDiscard }: Props) {
  return (
    <>
      <Button variant="default" size={size} onClick={onKeep}>
        Keep editing
      </Button>
      <Button color="ember" variant="light" size={size} onClick={onDiscard}>
        Discard changes
      </Button>
    </>
  )
}
