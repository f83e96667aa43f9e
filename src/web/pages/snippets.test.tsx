import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Snippet } from '#shared/contract/snippets.ts'
import { insights, notePage, sessionId, transcript } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { unsigned } from '#web/testing/signing.ts'
import { badGateway, fail, held, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const mse: Snippet = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d8c01',
  trigger: 'mse-wnl',
  body: '{client} was oriented; {pronoun} spoke of {cursor}.',
  isShared: false,
  canEdit: true,
  sharedBy: null,
}
const shared: Snippet = {
  ...mse,
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d8c02',
  trigger: 'plan',
  body: 'Continue weekly.',
  isShared: true,
  canEdit: false,
  sharedBy: 'Sue Super',
}
const list = (...items: Snippet[]) => ({ items })

describe('the snippets page', () => {
  test('the snippets page adds a snippet, and its form explains the variables and shows what is wrong', async () => {
    const user = openPage('/snippets', { snippets: { list: () => list() } })
    expect(await screen.findByText('No snippets yet')).toBeInTheDocument()
    expect(screen.getByText(/type ; and a trigger, then press Tab\. Ctrl Z takes the text out again\./)).toBeVisible()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Add snippet' }))
    const form = await dialog('Add snippet')
    for (const name of ['client', 'pronoun', 'date', 'start', 'end', 'cursor', 'measure:PHQ-9'])
      expect(form.getByText(`{${name}}`)).toBeInTheDocument()
    await expectAccessible()

    const save = () => user.click(form.getByRole('button', { name: 'Save snippet' }))
    const trigger = form.getByRole('textbox', { name: /^Trigger/ })
    const text = form.getByRole('textbox', { name: /^Text/ })
    await save()
    expect(trigger).toHaveAccessibleDescription(/Use 2 to 20 letters, digits or hyphens\./)
    expect(text).toHaveAccessibleDescription(/Enter the text to insert\./)
    expect(trigger).toHaveFocus()
    await fill(user, trigger, 'MSE-wnl')
    await fill(user, text, 'Score {score:PHQ-9}')
    await save()
    expect(text).toHaveAccessibleDescription(/\{score:PHQ-9\} is not a variable\./)
    await fill(user, text, mse.body)
    server.reply({ snippets: { add: () => fail('snippet_trigger_taken') } })
    await save()
    expect(await form.findByText('There is already a snippet with this trigger. Choose another trigger.')).toBeVisible()

    const added = vi.fn()
    server.reply({
      snippets: {
        add: (input) => {
          added(input)
          return mse
        },
        list: () => list(mse),
      },
    })
    await user.click(form.getByRole('switch', { name: /^Share with Robin Hale's Practice/ }))
    await save()
    expect(await screen.findByText('Snippet saved.')).toBeInTheDocument()
    expect(added).toHaveBeenCalledExactlyOnceWith({ trigger: 'mse-wnl', body: mse.body, isShared: true })
  })

  test('the snippets page edits own snippets, and shows snippets of others without actions', async () => {
    const user = openPage('/snippets', { snippets: { list: () => list(mse, shared) } })
    const others = await region("Shared with Robin Hale's Practice")
    expect(others.getByText('Shared by Sue Super')).toBeInTheDocument()
    expect(others.queryByRole('button')).toBeNull()
    await user.click((await region('Your snippets')).getByRole('button', { name: 'Edit ;mse-wnl' }))
    const form = await dialog('Edit snippet')
    expect(form.queryByRole('switch')).toBeNull()
    const updated = vi.fn(() => mse)
    server.reply({ snippets: { update: updated } })
    await fill(user, form.getByRole('textbox', { name: /^Text/ }), 'Alert.')
    await user.click(form.getByRole('button', { name: 'Save snippet' }))
    await waitFor(() =>
      expect(updated).toHaveBeenCalledWith({
        snippetId: mse.id,
        before: { trigger: mse.trigger, body: mse.body },
        trigger: 'mse-wnl',
        body: 'Alert.',
      }),
    )
  })

  test('the snippets page deletes a snippet with undo', async () => {
    const user = openPage('/snippets', { snippets: { list: () => list(mse), delete: () => ({}) } })
    await user.click(await screen.findByRole('button', { name: 'Delete ;mse-wnl' }))
    expect(await screen.findByText(';mse-wnl was deleted.')).toBeInTheDocument()
    const restored = vi.fn(() => mse)
    server.reply({ snippets: { restore: restored } })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(';mse-wnl was restored.')).toBeInTheDocument()
    expect(restored).toHaveBeenCalledWith({ snippetId: mse.id })
  })

  test.each(['snippet_missing', 'not_found'] as const)(
    'undo adds a deleted snippet again if the server answers %s',
    async (code) => {
      const user = openPage('/snippets', { snippets: { list: () => list(mse), delete: () => ({}) } })
      await user.click(await screen.findByRole('button', { name: 'Delete ;mse-wnl' }))
      await screen.findByText(';mse-wnl was deleted.')
      const added = vi.fn(() => mse)
      server.reply({ snippets: { restore: () => fail(code), add: added } })
      await user.click(screen.getByRole('button', { name: 'Undo' }))
      expect(await screen.findByText(';mse-wnl was restored.')).toBeInTheDocument()
      expect(added).toHaveBeenCalledExactlyOnceWith({ trigger: 'mse-wnl', body: mse.body, isShared: false })
    },
  )

  test('undo does not add a snippet again if its trigger was used in the meantime', async () => {
    const user = openPage('/snippets', { snippets: { list: () => list(mse), delete: () => ({}) } })
    await user.click(await screen.findByRole('button', { name: 'Delete ;mse-wnl' }))
    await screen.findByText(';mse-wnl was deleted.')
    const added = vi.fn(() => mse)
    server.reply({ snippets: { restore: () => fail('snippet_trigger_taken'), add: added } })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/There is already a snippet with this trigger\./)).toBeInTheDocument()
    expect(added).not.toHaveBeenCalled()
  })

  test('if a snippet was changed elsewhere, its form keeps the text, and opens again with the current text', async () => {
    const user = openPage('/snippets', {
      snippets: { list: () => list(mse), update: () => fail('snippet_conflict') },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit ;mse-wnl' }))
    const form = await dialog('Edit snippet')
    const text = form.getByRole('textbox', { name: /^Text/ })
    await fill(user, text, 'Alert and calm.')
    const current = { ...mse, body: 'Oriented, as Sue wrote.' }
    server.reply({ snippets: { list: () => list(current) } })
    await user.click(form.getByRole('button', { name: 'Save snippet' }))
    expect(await form.findByRole('alert')).toHaveTextContent(
      'This snippet was changed elsewhere in the meantime. Copy your text, then open the snippet again to see the changes.',
    )
    expect(text).toHaveValue('Alert and calm.')
    expect(await screen.findByText(current.body)).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await user.click(await screen.findByRole('button', { name: 'Edit ;mse-wnl' }))
    expect((await dialog('Edit snippet')).getByRole('textbox', { name: /^Text/ })).toHaveValue(current.body)
  })

  test('the snippets page keeps the focus on the list after a deletion', async () => {
    let items = [mse, { ...mse, id: mse.id.replace(/.$/, '9'), trigger: 'other' }]
    const user = openPage('/snippets', {
      snippets: {
        list: () => list(...items),
        delete: ({ snippetId }) => {
          items = items.filter(({ id }) => id !== snippetId)
          return {}
        },
      },
    })
    const deletion = await screen.findByRole('button', { name: 'Delete ;mse-wnl' })
    deletion.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(deletion).not.toBeInTheDocument())
    expect(document.body).not.toHaveFocus()
    expect(document.activeElement).toContainElement(screen.getByRole('button', { name: 'Delete ;other' }))
  })

  test('the snippets page reports failures to load and to delete', async () => {
    const user = openPage('/snippets', { snippets: { list: badGateway } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load snippets')
    server.reply({ snippets: { list: () => list(mse), delete: () => fail('snippet_missing') } })
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await user.click(await screen.findByRole('button', { name: 'Delete ;mse-wnl' }))
    expect(
      await screen.findByText('This snippet no longer exists. Reload the page to see the current list.'),
    ).toBeInTheDocument()
  })
})

/** Opens a note and its first field. */
async function openField(...items: Snippet[]) {
  return openFieldWith(() => list(...items))
}

async function openFieldWith(snippets: NonNullable<NonNullable<Replies['snippets']>['list']>) {
  const user = openPage(`/notes/${sessionId}`, {
    notes: { get: () => notePage, repetition: () => ({ previousDate: null, sections: [] }) },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    copies: { last: () => null },
    signatures: { get: () => unsigned },
    templates: { list: () => ({ items: [] }) },
    snippets: { list: snippets },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Subjective' }))
  const field = screen.getByRole('textbox', { name: 'Subjective' })
  await waitFor(() => expect(server.calls).toContain('snippets.list'))
  return { user, field }
}

describe('a snippet in a field of a note', () => {
  test('a snippet is inserted by Tab, with its variables filled in and the cursor placed', async () => {
    const { user, field } = await openField(mse, shared)
    await user.type(field, '{Enter};ms')
    expect(screen.getByRole('option', { name: /;mse-wnl/ })).toHaveAttribute('aria-selected', 'true')
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id)
    expect(screen.getByText('1 snippet. Tab inserts ;mse-wnl.')).toBeInTheDocument()
    await expectAccessible()
    await user.keyboard('{Tab}')
    expect(field).toHaveValue('Subjective as written.\nMaya was oriented; the client spoke of .')
    expect(field).toHaveFocus()
    await user.keyboard('sleep')
    expect(field).toHaveValue('Subjective as written.\nMaya was oriented; the client spoke of sleep.')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('a snippet is offered whose name was typed before the snippets had loaded', async () => {
    const { reply, release } = held(() => list(mse))
    const { user, field } = await openFieldWith(reply)
    await user.type(field, ' ;ms')
    expect(screen.queryByRole('option')).toBeNull()
    release()
    expect(await screen.findByRole('option', { name: /;mse-wnl/ })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Tab}')
    expect(field).toHaveValue('Subjective as written. Maya was oriented; the client spoke of .')
  })

  test('an inserted snippet selects its placeholder for a score, so that typing replaces it', async () => {
    const { user, field } = await openField({ ...mse, trigger: 'phq', body: 'PHQ-9: {measure:PHQ-9}. Continue.' })
    await user.type(field, ' ;phq{Tab}')
    expect(field).toHaveValue('Subjective as written. PHQ-9: [PHQ-9: score, date]. Continue.')
    await user.keyboard('12 on 03/02/2026')
    expect(field).toHaveValue('Subjective as written. PHQ-9: 12 on 03/02/2026. Continue.')
  })

  test('snippets are selected with the arrow keys or inserted with a click, and Escape closes the list', async () => {
    const { user, field } = await openField(mse, shared)
    await user.type(field, ' ;')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      ';mse-wnlMaya was oriented; the client spoke of .',
      ';planContinue weekly.',
    ])
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { name: /;plan/ })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field).toHaveFocus()
    await user.keyboard('p')
    await user.click(screen.getByRole('option', { name: /;plan/ }))
    expect(field).toHaveValue('Subjective as written. Continue weekly.')
  })

  test('the user’s own snippet hides a shared one with the same trigger, and without matches Tab leaves the field', async () => {
    const { user, field } = await openField({ ...shared, trigger: 'mse-wnl' }, mse)
    await user.type(field, ' ;')
    expect(screen.getAllByRole('option')).toHaveLength(1)
    await user.keyboard('none{Tab}')
    expect(field).toHaveValue('Subjective as written. ;none')
    expect(field).not.toHaveFocus()
  })
})

test("a note that repeats the client's previous note shows a warning", async () => {
  openPage(`/notes/${sessionId}`, {
    notes: {
      get: () => notePage,
      repetition: () => ({
        previousDate: '2029-12-18',
        sections: [
          { title: 'Objective', percent: 100 },
          { title: 'Plan', percent: 75 },
        ],
      }),
    },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    copies: { last: () => null },
    signatures: { get: () => unsigned },
    templates: { list: () => ({ items: [] }) },
    snippets: { list: () => list() },
  })
  expect(await screen.findByText('Repeated text')).toBeInTheDocument()
  expect(
    screen.getByText(/^100% of Objective, 75% of Plan are the same as in the note of 12\/18\/2029\. A payer may treat/),
  ).toBeInTheDocument()
})
