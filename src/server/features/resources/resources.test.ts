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
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
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

  test('a new link is returned with a trimmed title and description, its author and its time', async () => {
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

  test('a change that is based on older data of a link is refused', async () => {
    const { id: resourceId, ...added } = await api.resources.add({ ...link, description: 'For adults.' })
    const before = { title: added.title, url: added.url, description: added.description }
    const change = { resourceId, before, ...before, title: 'Sleep diary for teens' }
    expect(await member('supervisor').resources.update(change)).toMatchObject({ title: change.title })
    // The same request after a lost response succeeds.
    expect(await member('supervisor').resources.update(change)).toMatchObject({ title: change.title })
    const events = world.db.selectFrom('audit_events').where('resource_id', '=', resourceId).orderBy('at')
    const actions = (await events.select('action').execute()).map(({ action }) => action)
    expect(actions.filter((action) => action === 'resource.changed')).toHaveLength(1)
    for (const role of ['therapist', 'owner'])
      await expect(
        member(role).resources.update({ resourceId, before, ...before, description: 'Two pages.' }),
      ).rejects.toMatchObject({
        code: 'resource_conflict',
        status: 409,
        message:
          'This resource was changed elsewhere in the meantime. Copy your text, then open the resource again to see the changes.',
      })
    expect((await api.resources.list({})).items).toMatchObject([{ ...before, title: change.title }])
    await expect(stranger.resources.update(change)).rejects.toMatchObject({ code: 'resource_missing' })
    const empty = { ...change, before: { ...before, title: change.title }, description: null }
    expect(await api.resources.update(empty)).toMatchObject({ description: null })
    const next = { ...empty, before: { ...empty.before, description: null }, url: 'https://example.org/teens' }
    expect(await member('admin').resources.update(next)).toMatchObject({ url: next.url })
  })

  test('a link that is sent twice with the same id is added once', async () => {
    const sent = { ...link, requestId: randomUUID() }
    const added = await member('therapist').resources.add(sent)
    expect(await member('therapist').resources.add(sent)).toEqual(added)
    await api.resources.add(sent)
    expect(await titles(api)).toEqual(['Sleep diary', 'Sleep diary'])
    await api.resources.delete({ resourceId: added.id })
    await expect(member('therapist').resources.add(sent)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('links of former members are still listed, without an author', async () => {
    const { userId } = await buildMember(world, { organizationId })
    await (await world.as(userId)).resources.add(link)
    await world.db.deleteFrom('organization_members').where('user_id', '=', userId).execute()
    const { items } = await member('therapist').resources.list({})
    expect(items).toMatchObject([{ title: 'Sleep diary', addedBy: null }])
    await expect((await world.as(userId)).resources.list({})).rejects.toMatchObject({
      code: 'resources_no_organization',
    })
  })

  test('members of other organizations cannot see, change, delete or restore links', async () => {
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

  test('rejects users without an organization and anonymous callers who open the resource library', async () => {
    const alone = await world.as(await buildUser(world))
    const rejection = { code: 'resources_no_organization', status: 403, message: 'User or organization not found' }
    await expect(alone.resources.add(link)).rejects.toMatchObject(rejection)
    await expect(alone.resources.list({})).rejects.toMatchObject(rejection)
    await expect(world.anonymous.resources.add(link)).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

test('a user who views as a colleague can read the links but not change them', async () => {
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
  const rejectedFields = async (details: Partial<typeof link> & { description?: string }) => {
    const sent = api.resources.add({ ...link, ...details })
    await expect(sent).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
    return sent.catch((error: { data?: { fields?: unknown } }) => error.data?.fields)
  }

  test('rejects a link without a title or address, or with a title or description that is too long', async () => {
    expect(await rejectedFields({ title: ' \n' })).toEqual({ title: 'Title is required.' })
    expect(await rejectedFields({ url: '  ' })).toEqual({ url: 'URL is required.' })
    await rejectedFields({ title: 'x'.repeat(201) })
    await rejectedFields({ title: '\0' })
    await rejectedFields({ description: 'x'.repeat(2001) })
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
  ])('rejects a link with the address %s', async (url) => {
    expect(await rejectedFields({ url })).toEqual({
      url: 'Enter a full web address that begins with https:// or http://.',
    })
  })

  test.each(['https://user:secret@example.org/', 'https://user@example.org', 'https://example.org@evil.example/x'])(
    'rejects a link with a user name or password in the address: %s',
    async (url) =>
      expect(await rejectedFields({ url })).toEqual({ url: 'Leave user name and password out of the address.' }),
  )

  test.each([
    ['HTTPS://Example.ORG/Diary?a=1#top', 'https://example.org/Diary?a=1#top'],
    ['http://localhost:3000/a b', 'http://localhost:3000/a%20b'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://example.org\\evil', 'https://example.org/evil'],
    ['https://example.org/@someone?to=a@b.example', 'https://example.org/@someone?to=a@b.example'],
    ['https://[::1]:8080/', 'https://[::1]:8080/'],
  ])('the address of a link is stored in the form in which browsers write it: %s', async (url, storedUrl) => {
    expect(await api.resources.add({ ...link, url })).toMatchObject({ url: storedUrl })
  })

  test('rejects a link whose address is longer than 2000 characters, also if only its encoded form is longer', async () => {
    const tooLong = { url: 'The address is too long. At most 2000 characters can be stored.' }
    expect(await rejectedFields({ url: `https://example.org/${'x'.repeat(2000)}` })).toEqual(tooLong)
    expect(await rejectedFields({ url: `https://example.org/${'ä'.repeat(1000)}` })).toEqual(tooLong)
    await api.resources.add({ ...link, url: `https://example.org/${'x'.repeat(1980)}` })
  })

  test('rejects a change of a link to an invalid address', async () => {
    const { id: resourceId } = await api.resources.add(link)
    const change = api.resources.update({ resourceId, title: 'Bad', url: 'javascript:alert(1)' })
    await expect(change).rejects.toMatchObject({ code: 'input_invalid' })
    expect((await api.resources.list({})).items).toMatchObject([link])
  })
})

describe('deleting a link', () => {
  test('a deleted link is hidden, cannot be deleted or changed again, and can be restored', async () => {
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

  test('a link that was deleted more than 30 days ago cannot be restored, and the next deletion purges it', async () => {
    const [expired, recent, other] = [
      await api.resources.add(link),
      await api.resources.add(link),
      await api.resources.add(link),
    ]
    await setDeleted(expired.id, daysAgo(30.1))
    await setDeleted(recent.id, daysAgo(29.9))
    expect((await api.resources.listDeleted()).items.map(({ id }) => id)).toEqual([recent.id])
    await expect(api.resources.restore({ resourceId: expired.id })).rejects.toMatchObject({ code: 'resource_missing' })
    await api.resources.delete({ resourceId: other.id })
    const remaining = await world.db
      .selectFrom('resources')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
    expect(remaining.map(({ id }) => id).toSorted()).toEqual([recent.id, other.id].toSorted())
    await api.resources.restore({ resourceId: recent.id })
  })
})

test('every change of a link is audited, and the event contains no details of the link', async () => {
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

test('links are listed in pages without repeats, and a search finds them by title, address and description', async () => {
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
