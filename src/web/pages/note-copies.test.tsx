import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CopyProfile, PreparedCopy } from '#shared/contract/copies.ts'
import { insights, lastCopy, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { unsigned } from '#web/testing/signing.ts'
import { noteText } from '#web/features/notes/editor/note-text.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { offline, type Replies } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const rich: CopyProfile = {
  id: 'simplepractice',
  name: 'SimplePractice',
  isBuiltIn: true,
  mapping: [],
  header: [],
  bullets: '•',
  blankLines: true,
  maxChars: null,
  asciiOnly: false,
  html: true,
}
const plain: CopyProfile = { ...rich, id: 'epic', name: 'Epic', html: false, asciiOnly: true }
const tooLong = 'Plan has 1,001 characters, but the field takes 1,000. Shorten it in the note.'

const text = (words: string, profile: CopyProfile, problem: string | null = null) => ({
  text: words,
  html: profile.html ? `<p>${words}</p>` : null,
  problem,
})
const prepared = (profile: CopyProfile): PreparedCopy => ({
  version: 1,
  profile,
  isDraft: true,
  fields: [
    { name: 'Header', ...text('Draft, not signed', profile) },
    { name: 'Subjective', ...text('Slept badly.', profile) },
    { name: 'Plan', ...text('Sleep diary.', profile, profile.html ? null : tooLong) },
  ],
  whole: text('Everything.', profile, profile.html ? null : 'The whole note is too long.'),
})
const replies = {
  signatures: { get: () => unsigned },
  notes: { get: () => notePage, versions: () => ({ items: [] }) },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: {
    last: () => null,
    profiles: () => ({ items: [rich, plain], suggestedId: 'simplepractice' }),
    prepare: ({ profileId }) => prepared(profileId === 'epic' ? plain : rich),
    record: () => lastCopy,
  },
} satisfies Replies

function mockClipboard() {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  const write = vi.spyOn(navigator.clipboard, 'write')
  onTestFinished(() => {
    writeText.mockRestore()
    write.mockRestore()
  })
  return { writeText, write }
}

/** Opens the dialog that copies a note. Copied texts are in `clipboard`, formatted ones with their HTML. */
async function openCopying(more: Replies = {}) {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  const clipboard: string[] = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly parts: Record<string, Blob>
      constructor(parts: Record<string, Blob>) {
        this.parts = parts
      }
    },
  )
  const { writeText, write } = mockClipboard()
  writeText.mockImplementation(async (copied) => void clipboard.push(copied))
  write.mockImplementation(async (items) => {
    for (const item of items) {
      const blobs = Object.values<Blob>(Reflect.get(item, 'parts'))
      clipboard.push((await Promise.all(blobs.map((blob) => blob.text()))).join(' | '))
    }
  })
  await user.click(screen.getByRole('button', { name: 'Copy field by field' }))
  const copying = await dialog('Copy field by field')
  await copying.findByRole('list', { name: 'Fields' })
  return { user, copying, clipboard, write }
}
const recorded = () => server.calls.filter((call) => call === 'copies.record')

test('Copy Entire Note contains unsaved text, and a copy of the saved fields asks to save it first', async () => {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`)
  const plan = await region('Plan')
  vi.stubGlobal('isSecureContext', true)
  const copied = mockClipboard().writeText.mockResolvedValue()
  await user.click(plan.getByRole('button', { name: 'Edit Plan' }))
  await fill(user, plan.getByRole('textbox', { name: 'Plan' }), 'Bed at eleven.')
  await user.click(screen.getByRole('button', { name: 'Copy Entire Note' }))
  expect(copied).toHaveBeenLastCalledWith(expect.stringMatching(/Assessment as written\.\n\nPlan\nBed at eleven\.$/))
  await user.click(screen.getByRole('button', { name: 'Copy field by field' }))
  expect(await screen.findByText('Save or discard your changes to the note first.')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Copy Entire Note begins with a line that says that the note is not final, and a single section does not', async () => {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`)
  const plan = await region('Plan')
  vi.stubGlobal('isSecureContext', true)
  const copied = mockClipboard().writeText.mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Copy Entire Note' }))
  const sections = soapNote.sections.map(({ title, content }) => `${title}\n${content}`).join('\n\n')
  expect(copied).toHaveBeenLastCalledWith(`Draft, not signed\n\n${sections}`)
  await user.click(plan.getByRole('button', { name: 'Copy Plan' }))
  expect(copied).toHaveBeenLastCalledWith('Plan as written.')
  expect(noteText({ ...soapNote, status: 'awaiting_cosign' })).toMatch(
    /^Not final, awaiting co-signature\n\nSubjective/,
  )
  expect(noteText({ ...soapNote, status: 'signed' })).toBe(sections)
})

test('each press of N copies the next field, announces it, and records only the first copy', async () => {
  const { user, copying, clipboard } = await openCopying()
  expect(copying.getByRole('button', { name: 'Copy next: Header' })).toHaveFocus()
  await expectAccessible()
  expect(copying.getByText(/not signed yet/)).toBeInTheDocument()
  for (const [message, copied] of [
    ['Copied Header. Next: Subjective.', 'Draft, not signed | <p>Draft, not signed</p>'],
    ['Copied Subjective. Next: Plan.', 'Slept badly. | <p>Slept badly.</p>'],
    ['Copied Plan. This was the last field.', 'Sleep diary. | <p>Sleep diary.</p>'],
  ] as const) {
    await user.keyboard('n')
    await vi.waitFor(() => expect(copying.getByRole('status')).toHaveTextContent(message))
    expect(clipboard.at(-1)).toBe(copied)
  }
  expect(recorded()).toHaveLength(1)
  await user.keyboard('n')
  expect(copying.getByRole('status')).toHaveTextContent('Next: Header.')
  await user.click(copying.getByRole('button', { name: 'Copy all' }))
  await vi.waitFor(() => expect(copying.getByRole('status')).toHaveTextContent('Copied the whole note.'))
  expect(clipboard.at(-1)).toBe('Everything. | <p>Everything.</p>')
})

test('a second press of N while a field is being copied does not copy the field twice', async () => {
  const { user, copying, clipboard, write } = await openCopying()
  const writing = Promise.withResolvers<void>()
  write.mockImplementation(async () => {
    clipboard.push('written')
    await writing.promise
  })
  await user.keyboard('nn')
  expect(clipboard).toEqual(['written'])
  writing.resolve()
  await vi.waitFor(() => expect(copying.getByRole('status')).toHaveTextContent('Copied Header. Next: Subjective.'))
})

test('a text that the field would cut off is not copied, and the reason is shown', async () => {
  const { user, copying, clipboard } = await openCopying()
  await choose(user, copying, 'Copy to', 'Epic')
  const plan = (await copying.findByText(tooLong)).closest('li')
  expect(within(plan ?? document.body).getByRole('button', { name: 'Copy Plan' })).toBeDisabled()
  expect(copying.getByText('The whole note is too long.')).toBeInTheDocument()
  expect(copying.getByRole('button', { name: 'Copy all' })).toBeDisabled()
  await user.click(copying.getByRole('button', { name: 'Copy Subjective' }))
  await vi.waitFor(() => expect(clipboard).toEqual(['Slept badly.']))
  await user.click(await copying.findByRole('button', { name: 'Copy next: Plan' }))
  await vi.waitFor(() => expect(copying.getByRole('status')).toHaveTextContent(`Not copied. ${tooLong}`))
  expect(clipboard).toEqual(['Slept badly.'])
})

test('if the browser denies the clipboard, the text is shown selected, and copying it is recorded', async () => {
  const { user, copying, write } = await openCopying()
  write.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  document.execCommand = () => false
  await user.click(copying.getByRole('button', { name: 'Copy next: Header' }))
  expect(await copying.findByRole('alert')).toHaveTextContent(
    /^Your browser did not allow copying\. The text of Header is selected: press Ctrl\+C or ⌘C\.$/,
  )
  const field = copying.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })
  expect(field).toHaveValue('Draft, not signed')
  expect(field).toHaveFocus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  expect(recorded()).toHaveLength(0)
  fireEvent.copy(field)
  await vi.waitFor(() => expect(recorded()).toHaveLength(1))
  expect(copying.getByRole('status')).toHaveTextContent('Copied Header.')
})

test('a copy that failed to be recorded shows that, and the next copy is recorded', async () => {
  const { user, copying } = await openCopying({ copies: { ...replies.copies, record: offline } })
  await user.keyboard('n')
  expect(await screen.findByText(/^The text was copied, but the copy was not recorded\./)).toBeInTheDocument()
  server.reply(replies)
  await user.keyboard('n')
  await vi.waitFor(() => expect(copying.getByRole('status')).toHaveTextContent('Copied Subjective.'))
  expect(recorded()).toHaveLength(2)
})

test('a note that changed after it was copied shows when it was copied, and the differences', async () => {
  const last = { ...lastCopy, isChanged: true, copiedBy: 'Ruth Halden' }
  const current = { ...soapNote, version: 2 }
  const sections = soapNote.sections.map((section) =>
    section.title === 'Plan' ? { ...section, content: 'Bed at ten.' } : section,
  )
  const version = { version: 1, noteType: 'SOAP', reason: 'drafted', author: '', createdAt: lastCopy.at } as const
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, {
    notes: { ...replies.notes, get: () => ({ ...notePage, note: current }), version: () => ({ ...version, sections }) },
    copies: { last: () => last },
  })
  expect(await screen.findByText('Changed since copied on 01/02/2030')).toBeInTheDocument()
  expect(screen.getByText(/Ruth Halden copied version 1 to SimplePractice\./)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show differences' }))
  const differences = await dialog('Changed since copied')
  expect(await differences.findByText('− Bed at ten.')).toBeInTheDocument()
  expect(differences.getByText('+ Plan as written.')).toBeInTheDocument()
})

test('a note that was unlocked after it was copied shows that the signature of the copy no longer applies', async () => {
  server.reply(replies)
  openPage(`/notes/${sessionId}`, { copies: { last: () => ({ ...lastCopy, isSuperseded: true }) } })
  expect(
    await screen.findByText(/copied version 1 to SimplePractice\. The signature of that version no longer applies\./),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show differences' })).toBeNull()
})

test.each([
  [1, 'Since then, 1 addendum was added.'],
  [2, 'Since then, 2 addenda were added.'],
])('a note with %d addenda since it was copied shows that', async (addendaSince, words) => {
  server.reply(replies)
  openPage(`/notes/${sessionId}`, { copies: { last: () => ({ ...lastCopy, addendaSince }) } })
  expect(await screen.findByText('Changed since copied on 01/02/2030')).toBeVisible()
  expect(
    screen.getByText(
      (_, element) => element?.textContent?.trim() === `You copied version 1 to SimplePractice. ${words}`,
    ),
  ).toBeVisible()
})
