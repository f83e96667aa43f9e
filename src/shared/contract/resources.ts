import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const notAWebAddress = 'Enter a full web address that begins with https:// or http://.'
const maxAddressLength = 2000

/** A link that is safe to open, in the normal form of browsers. It contains no password. */
const WebAddress = z
  .string()
  .trim()
  .min(1, 'URL is required.')
  .regex(/^https?:\/\/[^/]/i, notAWebAddress)
  .pipe(z.url({ protocol: /^https?$/, normalize: true, error: notAWebAddress }))
  .pipe(
    z
      .string()
      .max(maxAddressLength, `The address is too long. At most ${maxAddressLength} characters can be stored.`)
      .refine((address) => !/^https?:\/\/[^/?#]*@/.test(address), 'Leave user name and password out of the address.'),
  )

/** Input of the forms (spec admin §5). The form fields show these sentences. */
export const ResourceDetails = z.object({
  title: z.string().trim().min(1, 'Title is required.').max(200),
  url: WebAddress,
  description: z
    .string()
    .trim()
    .max(2000)
    .nullish()
    .transform((text) => text || null),
})
export type ResourceDetails = z.infer<typeof ResourceDetails>

export const Resource = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  /** Name of the member who added the link. Null for a former member, unless the caller may see former members. */
  addedBy: z.string().nullable(),
})
export type Resource = z.infer<typeof Resource>

/** Title, address and description of a link as its user saw them. */
export const ResourceBefore = Resource.pick({ title: true, url: true, description: true })
export type ResourceBefore = z.infer<typeof ResourceBefore>

const DeletedResource = Resource.extend({ deletedAt: z.iso.datetime({ offset: true }) })
export type DeletedResource = z.infer<typeof DeletedResource>

// The lookup returns 404 for a malformed id.
const byResource = z.object({ resourceId: z.string() })

export const resources = {
  list: endpoint({ method: 'GET', path: '/resources', summary: "The organization's links, newest first, 48 a page" })
    .input(
      z.object({
        /** Part of a title, an address or a description. */
        search: z.string().max(200).default(''),
        /** Limits the list to links older than the link with this id. */
        after: z.uuid().optional(),
      }),
    )
    .output(z.object({ items: z.array(Resource), hasMore: z.boolean() })),
  add: endpoint({ method: 'POST', path: '/resources', summary: 'Share a link with the organization' })
    // Sent twice with the same id, it is added once.
    .input(ResourceDetails.extend({ requestId: z.uuid().optional() }))
    .output(Resource),
  update: endpoint({ method: 'PATCH', path: '/resources/{resourceId}', summary: 'Change a shared link' })
    .input(
      ResourceDetails.extend({
        ...byResource.shape,
        /** If the link differs from this, it stays as it is. Pages of previous versions do not send it. */
        before: ResourceBefore.optional(),
      }),
    )
    .output(Resource),
  delete: endpoint({
    method: 'DELETE',
    path: '/resources/{resourceId}',
    summary: 'Delete a shared link; it can be restored for 30 days',
  })
    .input(byResource)
    .output(Resource),
  listDeleted: endpoint({
    method: 'GET',
    path: '/deleted-resources',
    summary: 'The 48 links deleted most recently, within the last 30 days',
  }).output(z.object({ items: z.array(DeletedResource) })),
  restore: endpoint({ method: 'POST', path: '/resources/{resourceId}/restore', summary: 'Restore a deleted link' })
    .input(byResource)
    .output(Resource),
}
