import * as z from 'zod'
import { unknownVariables } from '../rules/snippets.ts'
import { endpoint } from './endpoint.ts'
import { maxSnippetLength } from './limits.ts'

export const Snippet = z.object({
  id: z.string(),
  trigger: z.string(),
  body: z.string(),
  /** True for a snippet of the organization, false for the caller's own. */
  isShared: z.boolean(),
  canEdit: z.boolean(),
  /** Name of the user who shared the snippet. Null for the caller, and for users whom the caller may not see. */
  sharedBy: z.string().nullable(),
})
export type Snippet = z.infer<typeof Snippet>

/** Form input. The form shows these messages below its fields. */
export const SnippetDetails = z.object({
  trigger: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{2,20}$/, 'Use 2 to 20 letters, digits or hyphens.'),
  body: z
    .string()
    .trim()
    .min(1, 'Enter the text to insert.')
    .max(maxSnippetLength)
    .superRefine((body, context) => {
      const [name] = unknownVariables(body)
      if (name !== undefined) context.addIssue({ code: 'custom', message: `{${name}} is not a variable.` })
    }),
  isShared: z.boolean(),
})
export type SnippetDetails = z.infer<typeof SnippetDetails>

/** Trigger and body of a snippet as its user saw them. */
export const SnippetBefore = Snippet.pick({ trigger: true, body: true })
export type SnippetBefore = z.infer<typeof SnippetBefore>

// The lookup returns 404 for a malformed id.
const bySnippet = z.object({ snippetId: z.string() })

export const snippets = {
  list: endpoint({
    method: 'GET',
    path: '/snippets',
    summary: "The caller's own snippets and those of their organization, by trigger",
  }).output(z.object({ items: z.array(Snippet) })),
  add: endpoint({ method: 'POST', path: '/snippets', summary: 'Add a snippet, for oneself or shared' })
    .input(SnippetDetails)
    .output(Snippet),
  update: endpoint({
    method: 'PATCH',
    path: '/snippets/{snippetId}',
    summary: 'Change a snippet; owner and admins also change shared ones',
  })
    .input(
      SnippetDetails.omit({ isShared: true }).extend({
        ...bySnippet.shape,
        /** If the snippet differs from this, it stays as it is. Pages of previous versions do not send it. */
        before: SnippetBefore.optional(),
      }),
    )
    .output(Snippet),
  delete: endpoint({
    method: 'DELETE',
    path: '/snippets/{snippetId}',
    summary: 'Delete a snippet; owner and admins also delete shared ones',
  })
    .input(bySnippet)
    .output(z.object({})),
  restore: endpoint({
    method: 'POST',
    path: '/snippets/{snippetId}/restore',
    summary: 'Restore a snippet that was deleted within the last 30 days; owner and admins also restore shared ones',
  })
    .input(bySnippet)
    .output(Snippet),
}
