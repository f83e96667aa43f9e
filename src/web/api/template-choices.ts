import { query } from './client.ts'

/**
 * The published templates, offered together with the note types. If they fail to load, only the note types are offered.
 */
export const templateChoicesQuery = {
  ...query.templates.list.queryOptions(),
  select: ({ items }: Awaited<ReturnType<typeof query.templates.list.call>>) =>
    items
      .filter(({ status }) => status === 'published')
      .map(({ id, name, sections }) => ({
        value: id,
        label: name,
        description: sections.map(({ title }) => title).join(' • '),
      })),
}
