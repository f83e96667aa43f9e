import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { type Person, signIn } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient } from './steps.ts'
import { addMember, openOtherBrowser } from './team.ts'

/** A clinic with an owner, a supervisor and a therapist whose client has a session. */
export interface Clinic {
  name: string
  owner: Person
  supervisor: Person
  therapist: Person
  client: Client
  sessionId: string
}

export async function createClinic(browser: Browser, product: Product): Promise<Clinic> {
  const ownersPage = await openOtherBrowser(browser, product)
  const owner = await signIn(ownersPage, product, { firstName: 'Olive', lastName: `Owner${mark()}` })
  const supervisor = await addMember(ownersPage, browser, product, 'supervisor', {
    firstName: 'Sue',
    lastName: 'Pervisor',
  })
  const therapist = await addMember(ownersPage, browser, product, 'therapist', {
    firstName: 'Theo',
    lastName: `Therapist${mark()}`,
  })
  const client = await addClient(therapist.page, product, 'Ada', `Moss${mark()}`)
  const scheduled = await therapist.page.request.post(`${product.url}/api/clients/${client.id}/sessions`, {
    headers: { origin: product.url },
    data: { date: '2040-03-05', startTime: '09:00', durationMinutes: 50 },
  })
  expect(scheduled.ok(), await scheduled.text()).toBe(true)
  const { id: sessionId }: { id: string } = await scheduled.json()
  for (const { context } of [supervisor, therapist]) await context.close()
  await ownersPage.context().close()
  const name = `${owner.firstName} ${owner.lastName}'s Practice`
  return { name, owner, supervisor: supervisor.person, therapist: therapist.person, client, sessionId }
}

/** A suffix that makes the names of one test's people unique. */
export function mark(): string {
  return randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 8)
}

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

/** Selects an option of a field. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
