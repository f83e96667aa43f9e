import { useLocalStorage } from '@mantine/hooks'

/** Whether single letters are shortcuts, as React state `[isOn, setOn]`. Saved in this browser. */
export function useSingleKeys() {
  return useLocalStorage({ key: 'attend-single-keys', defaultValue: true, getInitialValueInEffect: false })
}
