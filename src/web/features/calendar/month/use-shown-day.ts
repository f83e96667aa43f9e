import { useState } from 'react'

type Shown = {
  day: string
  /** What the address named when it was last looked at. */
  named: string | undefined
  /** Days that were chosen and that the address does not name yet, in the order of the choice. */
  underway: readonly string[]
}

/**
 * The day the calendar shows. One that is chosen on the page is shown at once, so that the focus in the grid never waits
 * for the router, which is told by the caller; otherwise the day follows the address, e.g. after the back button.
 * `today` is for an address without a day.
 */
export function useShownDay(named: string | undefined, today: string): [string, (day: string) => void] {
  const [shown, setShown] = useState<Shown>({ day: named ?? today, named, underway: [] })
  if (named !== shown.named) setShown(followed(shown, named, today))
  const choose = (day: string) =>
    setShown((old) => {
      const isOnItsWay = (old.underway.at(-1) ?? old.named) === day
      return { ...old, day, underway: isOnItsWay ? old.underway : [...old.underway, day] }
    })
  return [shown.day, choose]
}

/** The router may leave days out that were chosen in quick succession. */
function followed({ day, underway }: Shown, named: string | undefined, today: string): Shown {
  const at = named === undefined ? -1 : underway.indexOf(named)
  return at === -1 ? { day: named ?? today, named, underway: [] } : { day, named, underway: underway.slice(at + 1) }
}
