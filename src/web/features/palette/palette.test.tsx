import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { maya } from '#web/testing/clinical.ts'
import { dialog, openPage } from '#web/testing/open-page.tsx'

test('the command palette says how many clients match if it does not list all of them', async () => {
  const items = Array.from({ length: 8 }, (_, at) => ({ ...maya, id: `${maya.id.slice(0, -1)}${at}` }))
  const answer = { counts: { all: 8, active: 8, archived: 0 } }
  const user = openPage('/help', {
    clients: {
      list: ({ search }) =>
        search === 'may' ? { ...answer, items, total: 8 } : { ...answer, items: items.slice(0, 6), total: 6 },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Search or go to' }))
  const palette = await dialog('Search or go to')
  await user.type(await palette.findByRole('combobox'), 'may')
  expect(await palette.findByText('6 of 8 clients. Type more of the name.')).toBeInTheDocument()
  await user.type(palette.getByRole('combobox'), 'a')
  expect(await palette.findAllByRole('option', { name: /^Maya Stone/ })).toHaveLength(6)
  expect(palette.queryByText(/Type more of the name/)).toBeNull()
})
