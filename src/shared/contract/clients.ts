import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, UserId } from './ids.ts'
import { maxEmailLength } from './limits.ts'
import { FirstName, LastName } from './names.ts'

export const Pronouns = z.enum(['N/A', 'She/Her', 'He/Him', 'They/Them'])
export type Pronouns = z.infer<typeof Pronouns>

export const ClientStatus = z.enum(['active', 'archived'])
export type ClientStatus = z.infer<typeof ClientStatus>

export const Client = z.object({
  id: ClientId,
  firstName: z.string(),
  lastName: z.string(),
  pronouns: Pronouns,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: ClientStatus,
  /** Null if the clinician set none. */
  treatmentApproach: z.string().nullable(),
  therapistId: z.string(),
  therapistName: z.string(),
  lastSessionDate: z.string().nullable(),
  sessionCount: z.int(),
})
export type Client = z.infer<typeof Client>

/** Input of the Add Client and edit forms. The form fields show these sentences unchanged. */
export const ClientDetails = z.object({
  firstName: FirstName,
  lastName: LastName,
  pronouns: Pronouns,
  email: z.union([z.literal(''), z.email('Enter a valid email address.').max(maxEmailLength)]).nullable(),
  phone: z.string().trim().max(40).nullable(),
  treatmentApproach: z.string().trim().max(100).nullable().optional(),
})
export type ClientDetails = z.infer<typeof ClientDetails>

/** Only the details that change. */
export const ClientChanges = ClientDetails.partial()
export type ClientChanges = z.infer<typeof ClientChanges>

/** If a request is repeated with its id, the client that it added gets the newest details, and no second one is added. */
export const NewClient = ClientDetails.extend({ requestId: z.uuid().optional() })
export type NewClient = z.infer<typeof NewClient>

export const ClientPage = z.object({
  items: z.array(Client),
  /** Rows on all pages that match status, search and therapist. */
  total: z.int(),
  /** Rows that match search and therapist, by status tab. */
  counts: z.object({ all: z.int(), active: z.int(), archived: z.int() }),
})
export type ClientPage = z.infer<typeof ClientPage>

/** A row of the client picker: the caller's own active clients only. */
export const PickerClient = Client.pick({ id: true, firstName: true, lastName: true, lastSessionDate: true })
export type PickerClient = z.infer<typeof PickerClient>

/** A therapist whose clients the caller may see. */
export const ClientTherapist = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** False for former members. */
  isMember: z.boolean(),
})
export type ClientTherapist = z.infer<typeof ClientTherapist>

const byClient = z.object({ clientId: ClientId })

export const clients = {
  // Lists use POST, because a search text is a name and URLs are logged.
  list: endpoint({
    method: 'POST',
    whileViewing: true,
    path: '/clients/list',
    summary: 'Clients the caller may see, 20 a page, by last name',
  })
    .input(
      z.object({
        status: z.enum(['all', 'active', 'archived']).default('active'),
        search: z.string().max(200).default(''),
        /** Limits the list to clients of this therapist. */
        therapistId: z.uuid().optional(),
        page: z.int().min(1).max(100_000).default(1),
      }),
    )
    .output(ClientPage),
  therapists: endpoint({
    method: 'GET',
    path: '/clients/therapists',
    summary: 'Therapists with clients that the caller may see, by last name',
  }).output(z.object({ items: z.array(ClientTherapist) })),
  pick: endpoint({
    method: 'POST',
    whileViewing: true,
    path: '/clients/pick',
    summary: "The caller's own active clients for the picker",
  })
    .input(z.object({ search: z.string().max(200).default('') }))
    .output(z.object({ items: z.array(PickerClient), total: z.int() })),
  get: endpoint({ method: 'GET', path: '/clients/{clientId}', summary: 'One client' }).input(byClient).output(Client),
  create: endpoint({ method: 'POST', path: '/clients', summary: 'Add a client' }).input(NewClient).output(Client),
  update: endpoint({ method: 'PATCH', path: '/clients/{clientId}', summary: 'Change a client' })
    .input(ClientChanges.extend(byClient.shape))
    .output(Client),
  archive: endpoint({ method: 'POST', path: '/clients/{clientId}/archive', summary: 'Archive a client' })
    .input(byClient)
    .output(Client),
  restore: endpoint({ method: 'POST', path: '/clients/{clientId}/restore', summary: 'Restore an archived client' })
    .input(byClient)
    .output(Client),
  /**
   * For owner and admin (`not_allowed`), to an active member of the client's organization (`transfer_target`). All
   * records move with the client. `client_busy` while a session of the client is being recorded, transcribed or
   * drafted. `client_unsigned` if the former therapist can sign notes of the client before the transfer but not after
   * it, unless the request allows unsigned notes.
   */
  transfer: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/transfer',
    summary: 'Transfer a client to another therapist',
  })
    .input(byClient.extend({ therapistId: UserId, mayStayUnsigned: z.boolean().default(false) }))
    .output(Client),
}
