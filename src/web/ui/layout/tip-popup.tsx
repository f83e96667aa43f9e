import { Tooltip } from '@mantine/core'

export default function TipPopup({ label, target }: { label: string; target: HTMLElement }) {
  return <Tooltip label={label} target={target} />
}
