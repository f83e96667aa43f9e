import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

test.each(['/nowhere', '/clients/1/nowhere'])('a missing page has one main region: %s', async (path) => {
  openPage(path)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
  expect(screen.getAllByRole('main')).toHaveLength(1)
})
