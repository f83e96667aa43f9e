import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type BoundFunctions, cleanup, type queries, render, screen, within } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { Frame } from '#web/app/frame.tsx'
import { createQueryClient } from '#web/app/query-client.ts'
import { createAppRouter } from '#web/app/router.tsx'
import { owner, passwordOnly, setup } from './account.ts'
import { FakeServer, type Replies } from './fake-server.ts'

/** Queries within a part of the page. */
export type Part = BoundFunctions<typeof queries>

/** The server of the current test. */
export const server = new FakeServer()

/** Closes the open page, so that no part of it remains for the next test. */
export function closePage(): void {
  cleanup()
  // Toasts remain when their page is closed.
  notifications.clean()
  localStorage.clear()
  document.body.replaceChildren()
}

/** Replies for requests that every page of the app sends. */
const shell: Replies = {
  accounts: { me: () => owner, setup: () => setup, secondFactor: () => passwordOnly },
  notices: { list: () => ({ items: [], unread: 0 }) },
  recordings: { unfinished: () => ({ items: [] }) },
  // Requested by every page of a note.
  amendments: { ofNote: () => ({ items: [], canAnswer: true }) },
  // Requested by every note that can be edited.
  notes: { repetition: () => ({ previousDate: null, sections: [] }) },
  snippets: { list: () => ({ items: [] }) },
  review: { count: () => ({}) },
}

/** Opens a page of the app, by default for the owner of a practice. A page that is open is closed first. */
export function openPage(path: string, replies: Replies = {}): UserEvent {
  closePage()
  server.reply(shell)
  server.reply(replies)
  window.history.replaceState(null, '', path)
  const queryClient = createQueryClient(() => undefined)
  const { queries: own, ...others } = queryClient.getDefaultOptions()
  // The defaults of the product, but failed requests are retried without a pause.
  queryClient.setDefaultOptions({ ...others, queries: { ...own, retryDelay: 0 } })
  render(
    <Frame>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createAppRouter(queryClient)} />
      </QueryClientProvider>
    </Frame>,
  )
  return userEvent.setup({ delay: null })
}

/** Waits for a part of the page with a heading. */
export async function region(name: string | RegExp): Promise<Part> {
  return within(await screen.findByRole('region', { name }))
}

/** Waits for the open dialog with this title. */
export async function dialog(name: string | RegExp): Promise<Part> {
  return within(await screen.findByRole('dialog', { name }))
}

/** Replaces the text of a field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

/** Selects an option of a select field. */
export async function choose(user: UserEvent, part: Part, field: string | RegExp, option: string): Promise<void> {
  await user.click(await part.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
