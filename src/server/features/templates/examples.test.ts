import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { exampleLimits } from '#shared/contract/limits.ts'
import type { TemplateDetails } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { type Endpoint, openEndpoint, type Reply } from '#server/providers/drafter/endpoint.fixture.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { buildMember } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const example = 'Themes: Slept badly since the move.\nNext week: A sleep diary.'
const weekly: TemplateDetails = {
  name: 'Weekly',
  baseType: 'DAP',
  language: 'en',
  sections: [newTemplateSection('Themes')],
}
const proposedSection = (title: string, instruction: string) => ({
  title,
  instruction,
  style: 'prose',
  length: 'short',
  person: 'client',
  tense: 'past',
  quotes: 'key',
  source: 'transcript',
})
const replyWith = (...sections: ReturnType<typeof proposedSection>[]): Reply => ({
  content: JSON.stringify({ sections }),
})
const goodReply = replyWith(
  proposedSection('Themes', 'What the client talked about.'),
  proposedSection('Next week', 'Client denies SI.'),
  proposedSection('Slept badly since the move. Next week', 'Next steps.'),
)

let reply: (body: string) => Reply
let endpoint: Endpoint
/** The drafter that the installation uses. Tests replace it. */
let drafter: NoteDrafter
let modelDrafter: NoteDrafter
let now = new Date()
let world: World
let clinic: Clinic
/** A therapist without templates. */
let api: Api

beforeAll(async () => {
  endpoint = await openEndpoint((body) => reply(body))
  modelDrafter = createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm', apiKey: 'key' })
  const delegatingDrafter: NoteDrafter = {
    draft: (request) => drafter.draft(request),
    get isSlow() {
      return drafter.isSlow
    },
    get proposeSections() {
      return drafter.proposeSections
    },
  }
  world = await createWorld({ providers: { drafter: delegatingDrafter, clock: () => now } })
  clinic = await buildClinic(world)
})
afterAll(async () => {
  await world.close()
  await endpoint.close()
})
beforeEach(async () => {
  now = new Date()
  drafter = modelDrafter
  reply = () => goodReply
  api = await world.as((await buildMember(world, { organizationId: clinic.organizationId })).userId)
})

const addTemplate = async (author: Api, examples: string[]) =>
  (await author.templates.add({ ...weekly, origin: null, examples })).id
const failure = (code: string) => expect.objectContaining({ code })

describe('a proposal', () => {
  test('a template proposal has the sections that pass the check, names what is left out, and stores nothing', async () => {
    const { sections, leftOut } = await api.templateExamples.propose({ templateId: null, examples: [example] })
    expect(sections).toEqual([
      newTemplateSection('Themes', { instruction: 'What the client talked about.', length: 'short' }),
      newTemplateSection('Next week', { length: 'short' }),
    ])
    expect(leftOut).toEqual([
      { title: 'Next week', reason: 'denial' },
      { title: null, reason: 'copied' },
    ])
    expect((await api.templates.list()).items.filter(({ visibility }) => visibility === 'mine')).toEqual([])
    const templateId = await addTemplate(api, [])
    expect((await api.templateExamples.list({ templateId })).examples).toEqual([])
  })

  test('a template proposal uses the stored examples of the template, then the new ones', async () => {
    const templateId = await addTemplate(api, ['Stored note.'])
    await api.templateExamples.propose({ templateId, examples: ['New note.'] })
    const body = endpoint.bodies.at(-1) ?? ''
    expect(body.indexOf('Stored note.')).toBeGreaterThan(0)
    expect(body.indexOf('New note.')).toBeGreaterThan(body.indexOf('Stored note.'))
  })

  test('a template proposal is rejected for a template of another user, and for members without rights to change it', async () => {
    const templateId = await addTemplate(api, [example])
    const before = endpoint.bodies.length
    for (const role of [...otherReaders, ...strangers])
      await expect(clinic[role].templateExamples.propose({ templateId, examples: [] })).rejects.toEqual(
        failure('template_missing'),
      )
    const own = await addTemplate(clinic.owner, [])
    const { id: shared } = await clinic.owner.templates.share({ templateId: own })
    const input = { templateId: shared, examples: [example] }
    await expect(api.templateExamples.propose(input)).rejects.toEqual(failure('not_allowed'))
    await expect(clinic.otherOwner.templateExamples.propose(input)).rejects.toEqual(failure('template_missing'))
    expect(endpoint.bodies).toHaveLength(before)
    expect((await clinic.admin.templateExamples.propose(input)).sections).toHaveLength(2)
  })

  test('template proposals over the limits of examples, characters or requests are rejected before the model is called', async () => {
    const templateId = await addTemplate(api, [example, example])
    const before = endpoint.bodies.length
    const propose = (examples: string[], id: string | null = null) =>
      api.templateExamples.propose({ templateId: id, examples })
    for (const wrong of [[], [' '], ['a'.repeat(exampleLimits.characters + 1)], Array.from({ length: 6 }, () => 'a')])
      await expect(propose(wrong)).rejects.toEqual(failure('input_invalid'))
    await expect(propose(['a', 'b', 'c', 'd'], templateId)).rejects.toEqual(failure('template_examples_too_many'))
    expect(endpoint.bodies).toHaveLength(before)
    for (let n = 0; n < 10; n++) await propose([example])
    await expect(propose([example])).rejects.toEqual(failure('too_many_requests'))
    expect(endpoint.bodies).toHaveLength(before + 10)
    now = new Date(now.getTime() + 61 * 60_000)
    expect((await propose([example])).sections).toHaveLength(2)
  })

  test('a second template proposal of a user is rejected while the first is in progress', async () => {
    const first = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    drafter = {
      ...createFakeDrafter(),
      async proposeSections(request) {
        called.resolve()
        await first.promise
        return (await modelDrafter.proposeSections?.(request)) ?? []
      },
    }
    const propose = (author: Api) => author.templateExamples.propose({ templateId: null, examples: [example] })
    const running = propose(api)
    await called.promise
    await expect(propose(api)).rejects.toThrow('Another proposal of yours is in progress.')
    const others = propose(clinic.colleague)
    first.resolve()
    expect((await running).sections).toHaveLength(2)
    expect((await others).sections).toHaveLength(2)
  })

  test('a template proposal is aborted when its page closes, and the user can request another one', async () => {
    const called = Promise.withResolvers<AbortSignal>()
    drafter = {
      ...createFakeDrafter(),
      async proposeSections({ signal }) {
        called.resolve(signal)
        await once(signal, 'abort')
        throw new Error('the request ended')
      },
    }
    const input = { templateId: null, examples: [example] }
    const page = new AbortController()
    const running = api.templateExamples.propose(input, { signal: page.signal })
    const signal = await called.promise
    page.abort()
    await expect(running).rejects.toThrow('abort')
    await vi.waitUntil(() => signal.aborted)
    drafter = modelDrafter
    expect((await api.templateExamples.propose(input)).sections).toHaveLength(2)
  })

  test.each<[string, Reply, RegExp]>([
    ['refuses', { status: 400, body: example }, /Failed to propose sections: .*refused the request with status 400\.$/],
    ['does not answer in the form', { content: example }, /no usable answer, twice: it was not JSON\.$/],
    [
      'repeats the example only',
      replyWith(proposedSection('Slept badly since the move, as before', 'a')),
      /no section that could be used/,
    ],
  ])(
    'a template proposal fails with a reason and without words of the example if the model %s',
    async (_, modelReply, message) => {
      reply = () => modelReply
      const error = await api.templateExamples
        .propose({ templateId: null, examples: ['Slept badly since the move, as before.', example] })
        .catch((reason: unknown) => reason)
      expect(error).toEqual(failure('template_proposal_failed'))
      expect(String(error)).toMatch(message)
      expect(String(error)).not.toContain('Slept')
    },
  )

  test('a template proposal needs a language model that responds while the page waits', async () => {
    expect((await api.templateExamples.list({})).availability).toBe('ready')
    const propose = () => api.templateExamples.propose({ templateId: null, examples: [example] })
    drafter = createFakeDrafter()
    expect((await api.templateExamples.list({})).availability).toBe('no model')
    await expect(propose()).rejects.toEqual(failure('template_learning_unavailable'))
    drafter = { ...createFakeDrafter(), isSlow: true }
    expect((await api.templateExamples.list({})).availability).toBe('slow model')
    await expect(propose()).rejects.toEqual(failure('template_learning_unavailable'))
  })
})

describe('stored examples', () => {
  test('stored examples are listed with date and length only, and can be deleted one by one or all together', async () => {
    const templateId = await addTemplate(api, [example, 'Second.'])
    const { examples } = await api.templateExamples.list({ templateId })
    expect(examples).toMatchObject([{ characters: example.length }, { characters: 7 }])
    expect(Object.keys(examples[0] ?? {}).toSorted()).toEqual(['addedAt', 'characters', 'id'])
    const one = { templateId, exampleId: examples[0]?.id ?? '' }
    expect((await api.templateExamples.delete(one)).examples).toEqual(examples.slice(1))
    await expect(api.templateExamples.delete(one)).rejects.toEqual(failure('template_example_missing'))
    expect((await api.templateExamples.deleteAll({ templateId })).examples).toEqual([])
    expect((await api.templateExamples.deleteAll({ templateId })).examples).toEqual([])
  })

  test('stored examples are limited to five for each template, including examples that a change adds', async () => {
    const templateId = await addTemplate(
      api,
      Array.from({ length: 4 }, () => example),
    )
    const change = (baseVersion: number, examples: string[]) =>
      api.templates.change({ ...weekly, templateId, baseVersion, examples })
    await expect(change(1, ['a', 'b'])).rejects.toEqual(failure('template_examples_too_many'))
    expect((await api.templates.list()).items.find(({ id }) => id === templateId)?.version).toBe(1)
    const results = await Promise.allSettled([change(1, ['a']), change(1, ['b'])])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await api.templateExamples.list({ templateId })).examples).toHaveLength(5)
  })

  test('a change that another tab saved without examples stores them, and a repeated request stores them once', async () => {
    const templateId = await addTemplate(api, ['First.'])
    const change = { ...weekly, name: 'Fortnightly', templateId, baseVersion: 1 }
    await api.templates.change({ ...change, examples: [] })
    const count = async () => (await api.templateExamples.list({ templateId })).examples.length
    const examples = ['Second.', 'Second.', 'A third one.']
    expect(await api.templates.change({ ...change, examples })).toMatchObject({ name: 'Fortnightly', version: 2 })
    expect(await count()).toBe(4)
    await api.templates.change({ ...change, examples })
    expect(await count()).toBe(4)
    const tooMany = api.templates.change({ ...change, examples: ['Fourth.', 'Fifth.'] })
    await expect(tooMany).rejects.toEqual(failure('template_examples_too_many'))
    expect(await count()).toBe(4)
  })

  test('stored examples are visible to their author only, even if others can read or change the template', async () => {
    const templateId = await addTemplate(api, [example])
    for (const role of [...otherReaders, ...strangers]) {
      const { templateExamples } = clinic[role]
      await expect(templateExamples.list({ templateId })).rejects.toEqual(failure('template_missing'))
      await expect(templateExamples.deleteAll({ templateId })).rejects.toEqual(failure('template_missing'))
    }
    const own = await addTemplate(clinic.owner, [example])
    const { id: shared } = await clinic.owner.templates.share({ templateId: own })
    expect((await clinic.owner.templateExamples.list({ templateId: shared })).examples).toEqual([])
    await clinic.admin.templates.change({ ...weekly, templateId: shared, baseVersion: 1, examples: [example] })
    const [mine] = (await clinic.admin.templateExamples.list({ templateId: shared })).examples
    for (const reader of [clinic.owner, api]) {
      expect((await reader.templateExamples.list({ templateId: shared })).examples).toEqual([])
      const one = { templateId: shared, exampleId: mine?.id ?? '' }
      await expect(reader.templateExamples.delete(one)).rejects.toEqual(failure('template_example_missing'))
      await reader.templateExamples.deleteAll({ templateId: shared })
    }
    expect((await clinic.admin.templateExamples.list({ templateId: shared })).examples).toEqual([mine])
  })

  test('listing, using and deleting stored examples is rejected for a user who views as their author', async () => {
    const templateId = await addTemplate(clinic.therapist, [example])
    const { ownerId } = await findOwner()
    const viewer = await viewAs(world, ownerId, clinic.therapistId)
    const readOnly = failure('viewing_read_only')
    await expect(viewer.templateExamples.list({ templateId })).rejects.toEqual(readOnly)
    await expect(viewer.templateExamples.propose({ templateId, examples: [] })).rejects.toEqual(readOnly)
    await expect(viewer.templateExamples.deleteAll({ templateId })).rejects.toEqual(readOnly)
  })

  test('stored examples are deleted with their template and with their author', async () => {
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    const member = await world.as(userId)
    const templateId = await addTemplate(member, [example])
    const own = await addTemplate(clinic.owner, [])
    const rows = () =>
      world.db.selectFrom('template_examples').where('author_id', '=', userId).select('template_id').execute()
    expect(await rows()).toEqual([{ template_id: templateId }])
    await world.db.deleteFrom('note_templates').where('id', '=', templateId).execute()
    expect(await rows()).toEqual([])
    const sealed = Buffer.alloc(40)
    await world.db
      .insertInto('template_examples')
      .values({ template_id: own, author_id: userId, sealed, characters: 5 })
      .execute()
    for (const table of ['auth_sessions', 'organization_members'] as const)
      await world.db.deleteFrom(table).where('user_id', '=', userId).execute()
    await world.db.deleteFrom('users').where('id', '=', userId).execute()
    expect(await rows()).toEqual([])
  })

  test('adding, using and deleting stored examples is audited with their number only', async () => {
    const templateId = await addTemplate(api, [example, example])
    await api.templateExamples.propose({ templateId, examples: [] })
    const { examples } = await api.templateExamples.list({ templateId })
    await api.templateExamples.delete({ templateId, exampleId: examples[0]?.id ?? '' })
    await api.templateExamples.deleteAll({ templateId })
    const events = await world.db
      .selectFrom('audit_events')
      .where('resource_id', '=', templateId)
      .orderBy('seq')
      .select(['action', 'details'])
      .execute()
    expect(events).toEqual([
      { action: 'template.examples_added', details: { examples: 2 } },
      { action: 'template.added', details: {} },
      { action: 'template.proposed', details: { examples: 2 } },
      { action: 'template.examples_deleted', details: { examples: 1 } },
      { action: 'template.examples_deleted', details: { examples: 1 } },
    ])
  })
})

async function findOwner() {
  const { owner_id: ownerId } = await world.db
    .selectFrom('organizations')
    .where('id', '=', clinic.organizationId)
    .select('owner_id')
    .executeTakeFirstOrThrow()
  return { ownerId: ownerId ?? '' }
}
