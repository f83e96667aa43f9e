import { onTestFinished, vi } from 'vitest'

/** Gives elements a height in this test, which jsdom lacks: lists that render only visible rows then show the first ones. */
export function giveHeights(): void {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => height.mockRestore())
}
