import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { newCache, renderPart } from '#web/testing/render-part.tsx'
import { DetailState } from './detail-state.tsx'

test('the form of loaded details keeps its input when the details fail to load again', async () => {
  const cache = newCache()
  const read = vi.fn<() => Promise<string>>().mockResolvedValueOnce('Ada')
  function Details() {
    const details = useQuery({ queryKey: ['details'], queryFn: read, retry: false })
    return (
      <DetailState details={details} loadingLabel="Loading" failure="Error loading details: ">
        {(name) => <input aria-label="Name" defaultValue={name} />}
      </DetailState>
    )
  }
  renderPart(<Details />, cache)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Lovelace')
  read.mockRejectedValue(new TypeError('Failed to fetch'))
  await cache.invalidateQueries({ queryKey: ['details'] })
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading details: Attend cannot be reached')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace')
})
