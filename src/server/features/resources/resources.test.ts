import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const roles = ['owner', 'admin', 'supervisor', 'therapist'] as const
const link = { title: 'Sleep diary', url: 'https://example.org/sleep-diary' }

let world: World
let organizationId: string
let api: Api
/** All members of one organization, by role. */
const members = new Map<string, Api>()
let stranger: Api

beforeAll(async () => {
  world = await createWorld()
  stranger = await world.as((await buildMember(world)).userId)
})
afterAll(() => world.close())
beforeEach(async () => {
  const ownerId = await buildUser(world, { firstName: 'Lena', lastName: 'Brandt' })
  organizationId = (await buildOrganization(world, { ownerId })).id
  members.clear()
  members.set('owner', await world.as(ownerId))
  for (const role of roles.slice(1)) {
    members.set(role, await world.as((await buildMember(world, { organizationId, role })).userId))
  }
  api = member('owner')
})

const member = (role: string) => members.get(role) ?? world.anonymous
const titles = async (as: Api, search = '') => (await as.resources.list({ search })).items.map(({ title }) => title)
const agoOf = (days: number) => new Date(Date.now() - days * 86_400_000)
const setDeleted = (id: string, deletedAt: Date) =>
  world.db.updateTable('resources').set({ deleted_at: deletedAt }).where('id', '=', id).execute()
const eventsAbout = async (id: string) => {
  const events = world.db.selectFrom('audit_events').where('resource_id', '=', id).orderBy('at')
  return (await events.select(['action', 'resource_type', 'organization_id', 'details']).execute()).map(
    (event) => event,
  )
}

describe('resource library of an organization', () => {
  test.each(roles)('the %s can add, change, delete and restore links of any member', async (role) => {
    const { id } = await member(role === 'therapist' ? 'owner' : 'therapist').resources.add(link)
    const own = await member(role).resources.add({ ...link, title: 'Own' })
    expect(await titles(member(role))).toEqual(['Own', 'Sleep diary'])
    for (const resourceId of [id, own.id]) {
      const changed = { title: 'Changed', url: 'http://example.org/', description: 'Two pages.' }
      expect(await member(role).resources.update({ resourceId, ...changed })).toMatchObject(changed)
      expect(await member(role).resources.delete({ resourceId })).toMatchObject(changed)
      expect((await member(role).resources.listDeleted()).items[0]).toMatchObject({ id: resourceId, ...changed })
      expect(await member(role).resources.restore({ resourceId })).toMatchObject(changed)
    }
    expect((await member(role).resources.listDeleted()).items).toEqual([])
  })

  test('a link has a title, an author and a time', async () => {
    const before = Date.now() - 1000
    const added = await api.resources.add({
      title: '  Sleep diary ',
      url: ' https://example.org ',
      description: ' A\nB ',
    })
    expect(added).toMatchObject({
      title: 'Sleep diary',
      url: 'https://example.org/',
      description: 'A\nB',
      addedBy: 'Lena Brandt',
    })
    expect(Date.parse(added.createdAt)).toBeGreaterThan(before)
    expect((await member('therapist').resources.list({})).items).toEqual([added])
  })

  test('links of members who have left are still shown', async () => {
    const { userId } = await buildMember(world, { organizationId })
    await (await world.as(userId)).resources.add(link)
    await world.db.deleteFrom('organization_members').where('user_id', '=', userId).execute()
    const { items } = await member('therapist').resources.list({})
    expect(items).toMatchObject([{ title: 'Sleep diary', addedBy: null }])
    await expect((await world.as(userId)).resources.list({})).rejects.toMatchObject({
      code: 'resources_no_organization',
    })
  })

  test('the resource library is hidden from other organizations', async () => {
    const { id: resourceId } = await api.resources.add(link)
    const { id: deletedId } = await api.resources.add(link)
    await api.resources.delete({ resourceId: deletedId })
    expect(await titles(stranger)).toEqual([])
    expect((await stranger.resources.listDeleted()).items).toEqual([])
    expect((await stranger.resources.list({ after: resourceId })).items).toEqual([])
    const missing = { code: 'resource_missing', status: 404 }
    for (const id of [resourceId, deletedId, randomUUID(), 'no-id']) {
      await expect(stranger.resources.update({ resourceId: id, ...link, title: 'Taken' })).rejects.toMatchObject(
        missing,
      )
      await expect(stranger.resources.delete({ resourceId: id })).rejects.toMatchObject(missing)
      await expect(stranger.resources.restore({ resourceId: id })).rejects.toMatchObject(missing)
    }
    expect(await titles(api)).toEqual(['Sleep diary'])
    expect((await api.resources.listDeleted()).items).toMatchObject([{ id: deletedId }])
  })

  test('the resource library rejects users without organization', async () => {
    const alone = await world.as(await buildUser(world))
    const refused = { code: 'resources_no_organization', status: 403, message: 'User or organization not found' }
    await expect(alone.resources.add(link)).rejects.toMatchObject(refused)
    await expect(alone.resources.list({})).rejects.toMatchObject(refused)
    await expect(world.anonymous.resources.add(link)).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

test('viewing as a colleague shows the links read-only', async () => {
  const { id, ownerId } = await buildOrganization(world)
  const owner = await world.as(ownerId)
  const { id: resourceId } = await owner.resources.add(link)
  const viewing = await viewAs(world, ownerId, (await buildMember(world, { organizationId: id })).userId)
  expect(await titles(viewing)).toEqual(['Sleep diary'])
  const attempts = [
    () => viewing.resources.add(link),
    () => viewing.resources.update({ resourceId, ...link, title: 'Changed' }),
    () => viewing.resources.delete({ resourceId }),
    () => viewing.resources.restore({ resourceId }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'viewing_read_only' })
  expect(await titles(owner)).toEqual(['Sleep diary'])
})

describe('validation of a link', () => {
  const refusal = async (details: Partial<typeof link> & { description?: string }) => {
    const sent = api.resources.add({ ...link, ...details })
    await expect(sent).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
    return sent.catch((error: { data?: { fields?: unknown } }) => error.data?.fields)
  }

  test('a link requires a title and an address', async () => {
    expect(await refusal({ title: ' \n' })).toEqual({ title: 'Title is required.' })
    expect(await refusal({ url: '  ' })).toEqual({ url: 'URL is required.' })
    await refusal({ title: 'x'.repeat(201) })
    await refusal({ title: '\0' })
    await refusal({ description: 'x'.repeat(2001) })
    expect(await api.resources.add({ ...link, description: '   ' })).toMatchObject({ description: null })
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.org/',
    'mailto:somebody@example.org',
    'example.org',
    '//example.org',
    'http:example.org',
    'https://',
    'http:///example.org',
    'https://exa mple.org',
    'https://example.org:99999/',
  ])('a link with the address %s is rejected', async (url) => {
    expect(await refusal({ url })).toEqual({ url: 'Enter a full web address that begins with https:// or http://.' })
  })

  test.each(['https://user:secret@example.org/', 'https://user@example.org', 'https://example.org@evil.example/x'])(
    'a link with user name and password is rejected: %s',
    async (url) => expect(await refusal({ url })).toEqual({ url: 'Leave user name and password out of the address.' }),
  )

  test.each([
    ['HTTPS://Example.ORG/Diary?a=1#top', 'https://example.org/Diary?a=1#top'],
    ['http://localhost:3000/a b', 'http://localhost:3000/a%20b'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://example.org\\evil', 'https://example.org/evil'],
    ['https://example.org/@someone?to=a@b.example', 'https://example.org/@someone?to=a@b.example'],
    ['https://[::1]:8080/', 'https://[::1]:8080/'],
  ])('a link is stored as a browser writes it: %s', async (url, kept) => {
    expect(await api.resources.add({ ...link, url })).toMatchObject({ url: kept })
  })

  test('the address of a link has a maximum length, even for text that browsers encode', async () => {
    const tooLong = { url: 'The address is too long. At most 2000 characters can be stored.' }
    expect(await refusal({ url: `https://example.org/${'x'.repeat(2000)}` })).toEqual(tooLong)
    expect(await refusal({ url: `https://example.org/${'ä'.repeat(1000)}` })).toEqual(tooLong)
    await api.resources.add({ ...link, url: `https://example.org/${'x'.repeat(1980)}` })
  })

  test('a changed link is validated, too', async () => {
    const { id: resourceId } = await api.resources.add(link)
    const change = api.resources.update({ resourceId, title: 'Bad', url: 'javascript:alert(1)' })
    await expect(change).rejects.toMatchObject({ code: 'input_invalid' })
    expect((await api.resources.list({})).items).toMatchObject([link])
  })
})

describe('deleting a link', () => {
  test('deleting a link hides it, is rejected a second time, and can be undone', async () => {
    const { id: resourceId } = await api.resources.add(link)
    await api.resources.delete({ resourceId })
    expect(await titles(api)).toEqual([])
    await expect(api.resources.delete({ resourceId })).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(api.resources.update({ resourceId, ...link })).rejects.toMatchObject({ code: 'resource_missing' })
    const { items } = await api.resources.listDeleted()
    expect(Date.now() - Date.parse(items[0]?.deletedAt ?? '')).toBeLessThan(60_000)
    await api.resources.restore({ resourceId })
    await api.resources.restore({ resourceId })
    expect(await titles(api)).toEqual(['Sleep diary'])
  })

  test('deleting a link is final after 30 days, when the next deletion purges it', async () => {
    const [old, young, next] = [
      await api.resources.add(link),
      await api.resources.add(link),
      await api.resources.add(link),
    ]
    await setDeleted(old.id, agoOf(30.1))
    await setDeleted(young.id, agoOf(29.9))
    expect((await api.resources.listDeleted()).items.map(({ id }) => id)).toEqual([young.id])
    await expect(api.resources.restore({ resourceId: old.id })).rejects.toMatchObject({ code: 'resource_missing' })
    await api.resources.delete({ resourceId: next.id })
    const kept = await world.db
      .selectFrom('resources')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
    expect(kept.map(({ id }) => id).toSorted()).toEqual([young.id, next.id].toSorted())
    await api.resources.restore({ resourceId: young.id })
  })
})

test('every change of a link is in the organization’s audit trail, without the address', async () => {
  const { id: resourceId } = await api.resources.add(link)
  await api.resources.update({ resourceId, ...link, title: 'Changed' })
  await api.resources.delete({ resourceId })
  await expect(stranger.resources.restore({ resourceId })).rejects.toMatchObject({ code: 'resource_missing' })
  await api.resources.restore({ resourceId })
  expect(await eventsAbout(resourceId)).toEqual(
    ['added', 'changed', 'deleted', 'restored'].map((done) => ({
      action: `resource.${done}`,
      resource_type: 'resource',
      organization_id: organizationId,
      details: {},
    })),
  )
})

test('links are listed in pages, newest first, and found by title, address and description', async () => {
  const { userId } = await buildMember(world, { organizationId })
  const rows = Array.from({ length: 100 }, (_, n) => ({
    organization_id: organizationId,
    created_by: userId,
    title: `Link ${n}`,
    url: `https://example.org/${n}`,
    description: n === 7 ? '50%_off \\ everything' : null,
  }))
  // The links are added one after the other, as users add them.
  for (const row of rows) await world.db.insertInto('resources').values(row).execute()
  const seen: string[] = []
  let after: string | undefined
  for (const [count, hasMore] of [
    [48, true],
    [48, true],
    [4, false],
  ] as const) {
    const page = await api.resources.list(after === undefined ? {} : { after })
    expect({ count: page.items.length, hasMore: page.hasMore }).toEqual({ count, hasMore })
    seen.push(...page.items.map(({ title }) => title))
    after = page.items.at(-1)?.id
  }
  expect(seen).toHaveLength(100)
  expect(new Set(seen).size).toBe(100)
  expect(await titles(api, 'link 42')).toEqual(['Link 42'])
  expect(await titles(api, 'EXAMPLE.org/99')).toEqual(['Link 99'])
  for (const search of ['%_off', '\\ every']) expect(await titles(api, search)).toEqual(['Link 7'])
  expect(await titles(api, '%%')).toEqual([])
  await expect(api.resources.list({ after: 'no-id' })).rejects.toMatchObject({ code: 'input_invalid' })
})
