import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isLocalOnly, offersDemo, readConfig } from '#server/config.ts'
import { openBrowser } from '#test/browser.ts'
import { buildClient } from '#test/build.ts'
import { enterDemo } from '#test/enter-demo.ts'
import { createWorld } from '#test/world.ts'
import { conversation } from '#test/transcript.ts'
import { demoPractice, demoTimeZone, team } from './members-and-clients.ts'
import { createPractice, openPractice } from './store.ts'

test.each([
  [{}, true],
  [{ HOST: 'localhost' }, true],
  [{ PUBLIC_URL: 'http://localhost:4310' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://attend.example' }, false],
  [{ TRUST_PROXY: 'true' }, false],
  [{ DATABASE_URL: 'postgres://localhost/attend' }, false],
])('with the settings %j, the demo practice is offered: %s', (settings, isOffered) => {
  const config = readConfig({ APP_SECRET: 's'.repeat(40), ...settings })
  expect(offersDemo(config)).toBe(isOffered)
  expect(offersDemo({ ...config, OFFER_DEMO: true })).toBe(true)
  expect(isLocalOnly(config)).toBe(isOffered || 'DATABASE_URL' in settings)
})

test('visitors of a public demo practice cannot record, upload or import', async () => {
  const world = await createWorld({ settings: { TRUST_PROXY: 'true' } })
  // The practice without its sessions, whose preparation would take half a minute.
  const people = Object.values(team).map((member) => ({ managedBy: null, ...member }))
  await createPractice(world.db, { ...demoPractice, timeZone: demoTimeZone, people })
  await openPractice(world.db)
  const { id: clientId } = await buildClient(world, { therapistId: team.maya.id })
  const browser = openBrowser(world)
  const { body } = await enterDemo(browser)
  expect(body).toMatchObject({ canUpload: false })
  const transcript = { fileName: 'session.txt', content: Buffer.from(conversation).toString('base64') }
  const file = { fileName: 'session.wav', mediaType: 'audio/wav', size: 100, settingType: 'telehealth' }
  const refused = [
    await browser.post(`/api/clients/${clientId}/uploads`, file),
    await browser.post(`/api/clients/${clientId}/recordings`, { requestId: randomUUID() }),
    await browser.post(`/api/clients/${clientId}/transcripts`, {
      ...transcript,
      requestId: randomUUID(),
      settingType: 'in-person',
    }),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'demo_no_audio' } })
  await world.close()
})
