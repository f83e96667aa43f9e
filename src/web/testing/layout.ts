import { onTestFinished, vi } from 'vitest'

/**
 * Gives elements a height in this test, which jsdom does not compute. Lists that render only visible rows then render
 * the first ones.
 */
export function giveHeights(): void {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => height.mockRestore())
}

/** Makes the window of this test wide, so that the transcript opens beside the note instead of over it. */
export function widenWindow(): void {
  const narrow = window.matchMedia
  const wide = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) =>
      Object.assign(narrow(media), media.includes('min-width') ? { matches: true } : undefined),
    )
  onTestFinished(() => wide.mockRestore())
}
