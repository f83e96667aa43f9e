import { onTestFinished, vi } from 'vitest'

/**
 * Gives elements a height in this test, which jsdom does not compute. Lists that render only visible rows then render
 * the first ones.
 */
export function giveHeights(): void {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => height.mockRestore())
}
