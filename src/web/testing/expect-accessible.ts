import axe from 'axe-core'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Rules about colors and sizes, which jsdom does not compute. */
const rules = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks the accessibility rules that need no layout and no colors, in the open dialogs or else in the page. */
export async function expectAccessible(): Promise<void> {
  const parts = screen.queryAllByRole('dialog')
  for (const part of parts.length > 0 ? parts : [screen.getByRole('main')]) {
    const { violations } = await axe.run(part, { runOnly: standards, rules })
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))).toEqual([])
  }
}
