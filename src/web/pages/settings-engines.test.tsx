import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { owner } from '#web/testing/account.ts'
import { engineModel, enginesWith } from '#web/testing/engines.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { dialog, openPage, region, server } from '#web/testing/open-page.tsx'

const manager = { ...owner, canManageEngines: true }
const common = {
  accounts: { me: () => manager },
  copies: { profiles: () => ({ items: [], suggestedId: '' }) },
  templates: { list: () => ({ items: [] }) },
}
const open = (engines: ReturnType<typeof enginesWith>, verbs = {}) =>
  openPage('/settings?tab=engines', { ...common, engines: { list: () => engines, ...verbs } })
const row = async (name: string) => within(await screen.findByRole('row', { name }))

test('users who cannot manage engines have no Engines tab', async () => {
  openPage('/settings?tab=engines', { ...common, accounts: { me: () => owner } })
  expect(await screen.findByText('Your Attend administrator manages the engines')).toBeInTheDocument()
  expect(screen.queryByRole('tab', { name: 'Engines' })).toBeNull()
})

test('without a speech engine, the Engines tab offers the recommended model', async () => {
  const downloading = enginesWith(engineModel({ state: 'waiting' }))
  const user = open(enginesWith(engineModel()), { download: () => downloading })
  expect(await screen.findByText('No speech engine is installed')).toBeInTheDocument()
  await expectAccessible()
  server.reply({ engines: { list: () => downloading } })
  await user.click(screen.getAllByRole('button', { name: 'Download Parakeet TDT 0.6B' })[0] ?? document.body)
  expect(await screen.findByText('Waiting for the current download')).toBeInTheDocument()
})

test('with installed speech engines of which none is active, the Engines tab says to choose one', async () => {
  open(enginesWith(engineModel({ state: 'installed' }), engineModel({ id: 'whisper', name: 'Whisper small' })))
  expect(await screen.findByText('No speech engine is active')).toBeInTheDocument()
  expect(screen.queryByText('No speech engine is installed')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull()
})

test('a model in use can be tried while it is verified', async () => {
  open(enginesWith(engineModel({ state: 'verifying', isActive: true, verifiedFiles: 2 })))
  expect(await screen.findByRole('button', { name: 'Try it' })).toBeEnabled()
})

test('what a failed download left on the disk can be deleted', async () => {
  const cancel = vi.fn(() => enginesWith(engineModel()))
  const left = engineModel({ bytes: 412e6, failure: 'Not enough disk space.' })
  const user = open(enginesWith(left), { cancel })
  await user.click(await screen.findByRole('button', { name: 'More actions for Parakeet TDT 0.6B' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete what was downloaded (412 MB)' }))
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled())
})

test('a model that needs more memory than is free has no download button', async () => {
  open(enginesWith(engineModel()))
  const large = await row('Qwen3 4B')
  expect(large.getByText('12.0 GB, too large')).toBeInTheDocument()
  expect(large.getByText('9.1 GB is free')).toBeInTheDocument()
  expect(large.queryByRole('button', { name: /Download/ })).toBeNull()
})

test('the download of a model shows and announces its progress, and can be paused and resumed', async () => {
  const at = (bytes: number, changes = {}) =>
    enginesWith(engineModel({ state: 'downloading', bytes, verifiedFiles: 1, secondsLeft: 36, ...changes }))
  const user = open(at(412e6), { pause: () => at(412e6, { state: 'paused' }) })
  expect(await screen.findByText('412 of 631 MB from huggingface.co, 36 seconds left')).toBeInTheDocument()
  expect(screen.getByText('1 of 2 files verified')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Download of Parakeet TDT 0.6B' })).toHaveAttribute(
    'aria-valuenow',
    '65',
  )
  expect(screen.getByText('Parakeet TDT 0.6B: 50% downloaded')).toBeInTheDocument()
  await expectAccessible()
  server.reply({ engines: { list: () => at(412e6, { state: 'paused' }), download: () => at(480e6) } })
  await user.click(screen.getByRole('button', { name: 'Pause the download of Parakeet TDT 0.6B' }))
  expect(await screen.findByText('Paused at 412 of 631 MB')).toBeInTheDocument()
  server.reply({ engines: { list: () => at(480e6) } })
  await user.click(screen.getByRole('button', { name: 'Resume the download of Parakeet TDT 0.6B' }))
  expect(await screen.findByText('Parakeet TDT 0.6B: 75% downloaded')).toBeInTheDocument()
  server.reply({ engines: { list: () => at(631e6, { state: 'active' }) } })
  expect(await screen.findByText('Parakeet TDT 0.6B: 100% downloaded', {}, { timeout: 3000 })).toBeInTheDocument()
})

test('the Engines tab says what to expect after a lost connection and after a failed download', async () => {
  open(enginesWith(engineModel({ state: 'offline', bytes: 1e6 })))
  expect(
    await screen.findByText('Connection lost. The download will resume when you’re back online.'),
  ).toBeInTheDocument()
  const failure = 'encoder.onnx does not match its checksum. It was deleted. Download it again.'
  open(enginesWith(engineModel({ failure })))
  expect(await screen.findByRole('alert', { name: '' })).toBeInTheDocument()
  expect(await screen.findByText(failure)).toBeInTheDocument()
})

test('an installed model can be activated, and removed after a confirmation', async () => {
  const active = engineModel({ state: 'active' })
  const user = open(enginesWith(engineModel({ state: 'installed' })), { use: () => enginesWith(active) })
  const use = await screen.findByRole('button', { name: 'Use Parakeet TDT 0.6B' })
  server.reply({ engines: { list: () => enginesWith(active) } })
  await user.click(use)
  expect(await screen.findByText('Active')).toBeInTheDocument()
  const remove = vi.fn(() => enginesWith(engineModel()))
  server.reply({ engines: { remove } })
  await user.click(screen.getByRole('button', { name: 'More actions for Parakeet TDT 0.6B' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = await dialog('Remove Parakeet TDT 0.6B?')
  expect(question.getByText('631 MB will be freed. Existing transcripts stay.')).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith({ modelId: 'parakeet' }))
})

test('a trial of the engines counts the seconds of the running step, then shows the results', async () => {
  const base = { stepSeconds: 4.2, transcribed: null, speakers: null, drafted: null, turns: [], failure: null }
  const running = { ...base, state: 'running' as const, step: 'transcribing' as const }
  const listed = enginesWith(engineModel({ state: 'active' }))
  const user = open(listed, { try: () => ({ ...listed, trial: running }) })
  server.reply({ engines: { list: () => listed } })
  const card = await region('Try it')
  const button = await card.findByRole('button', { name: 'Try it' })
  const done = {
    ...base,
    state: 'done' as const,
    step: null,
    transcribed: { seconds: 3.1, words: 118, wrong: 4, of: 126 },
    speakers: { seconds: 1.2, found: 2 },
    turns: [{ speaker: 'therapist' as const, text: 'How did the week go?' }],
  }
  await user.click(button)
  expect(await card.findByText('Transcribing… 4 s')).toBeInTheDocument()
  server.reply({ engines: { list: () => ({ ...listed, trial: done }) } })
  expect(await card.findByText('3.1 s, 118 words')).toBeInTheDocument()
  expect(card.getByText('1.2 s, 2 found')).toBeInTheDocument()
  expect(card.getByText('4 of 126')).toBeInTheDocument()
  expect(card.getByText('No language model installed')).toBeInTheDocument()
  expect(card.getByText('How did the week go?')).toBeInTheDocument()
  expect(card.getByRole('button', { name: 'Try it again' })).toBeEnabled()
  await expectAccessible()
})

test('an added model file is uploaded, and a file that is not a model is rejected', async () => {
  const user = open(enginesWith(engineModel()))
  const sentInputs: string[] = []
  const put = (status: number) => (request: Request) => {
    sentInputs.push(new URL(request.url).pathname)
    return status === 201
      ? new Response(null, { status })
      : Response.json(
          { code: 'engine_files_unknown', message: 'These files are not a model Attend knows.' },
          { status },
        )
  }
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => bytes)
  onTestFinished(() => random.mockRestore())
  const path = 'PUT /api/engines/files/00000000-0000-4000-8000-000000000000/5/0'
  server.replyOutside({ [path]: put(422) })
  const input = await screen.findByLabelText('Files of a model')
  await user.upload(input, new File(['12345'], 'x.onnx'))
  expect(await screen.findByText('These files are not a model Attend knows.')).toBeInTheDocument()
  server.replyOutside({ [path]: put(201) })
  await user.upload(input, new File(['12345'], 'x.onnx'))
  expect(await screen.findByText('The file was verified and added.')).toBeInTheDocument()
  expect(sentInputs).toHaveLength(2)
})

test('the details of a model contain the source and the checksum of each file', async () => {
  const user = open(enginesWith(engineModel()))
  await user.click(await screen.findByRole('button', { name: 'More actions for Parakeet TDT 0.6B' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const details = await dialog('Parakeet TDT 0.6B')
  expect(details.getByText('https://huggingface.co/parakeet/encoder.onnx')).toBeInTheDocument()
  expect(details.getByText('ab'.repeat(32))).toBeInTheDocument()
  await expectAccessible()
})

test('if an environment setting decides on the engine, the setting is named, and no model can be chosen', async () => {
  const engines = enginesWith(engineModel({ state: 'installed' }))
  const groups = engines.groups.map((group) => ({ ...group, decidedBy: 'SPEECH_BASE_URL' }))
  open({ ...engines, groups, isLocal: false })
  expect((await screen.findAllByText(/^The setting SPEECH_BASE_URL decides/))[0]).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
  expect(screen.queryByText('Audio and text stay on this machine')).toBeNull()
})

test('the Engines tab reports failures to load and to download', async () => {
  const user = openPage('/settings?tab=engines', { ...common, engines: { list: badGateway } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load engines')
  server.reply({
    engines: {
      list: () => enginesWith(engineModel()),
      download: () => fail('engine_disk', { needed: '1.6 GB', free: '0.9 GB' }),
    },
  })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await user.click((await screen.findAllByRole('button', { name: 'Download Parakeet TDT 0.6B' }))[0] ?? document.body)
  expect(await screen.findByText('Not enough disk space. 1.6 GB needed, 0.9 GB free.')).toBeInTheDocument()
})
