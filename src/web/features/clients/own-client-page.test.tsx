import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { owner } from '#web/testing/account.ts'
import { maya } from '#web/testing/clinical.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { server } from '#web/testing/open-page.tsx'
import { newCache, renderPart } from '#web/testing/render-part.tsx'
import { OwnClientPage } from './own-client-page.tsx'

test.each([
  ['cannot be read', badGateway],
  ['was archived', () => ({ ...maya, status: 'archived' as const })],
  ['was transferred', () => fail('client_missing')],
])(
  'the page that records the sessions of a client stays when a later read finds that the client %s',
  async (_, later) => {
    const input = { clientId: maya.id }
    const cache = newCache()
    cache.setQueryData(accountQuery.queryKey, owner)
    server.reply({ clients: { get: () => maya } })
    renderPart(
      <OwnClientPage clientId={maya.id} account={owner} title="Record a session">
        {() => <input aria-label="Recording" />}
      </OwnClientPage>,
      cache,
    )
    const part = await screen.findByRole('textbox', { name: 'Recording' })
    await userEvent.type(part, 'under way')
    const calls = server.calls.length
    server.reply({ clients: { get: later } })
    await act(async () => {
      await cache.invalidateQueries({ queryKey: query.clients.get.key({ input }) })
      // The page shows the result in a later task.
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    expect(server.calls.length).toBeGreaterThan(calls)
    expect(screen.getByRole('textbox', { name: 'Recording' })).toBe(part)
    expect(part).toHaveValue('under way')
  },
)
