import { Button } from '@mantine/core'

type Props = { size?: 'sm'; onKeep: () => void; onDiscard: () => void }

/** In place of the buttons of an editor: confirms that its changes are discarded. */
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
