import * as z from 'zod'
import { AdminOrganizationName, AdminPerson, listOf, RequiredName, search, Timestamp } from './admin-lists.ts'
import { ClientStatus } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { ClientId } from './ids.ts'
import { maxEmailLength } from './limits.ts'

export const AdminClient = z.object({
  id: ClientId,
  firstName: z.string(),
  lastName: z.string(),
  status: ClientStatus,
  therapist: AdminPerson,
  organization: AdminOrganizationName.nullable(),
  createdAt: Timestamp,
})
export type AdminClient = z.infer<typeof AdminClient>

export const AdminClientList = listOf(AdminClient)
export type AdminClientList = z.infer<typeof AdminClientList>

export const AdminClientDetails = AdminClient.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sessionCount: z.int(),
  /** yyyy-MM-dd */
  lastSessionDate: z.string().nullable(),
  updatedAt: Timestamp,
  /** When the access by the given reason ends. */
  accessUntil: Timestamp,
})
export type AdminClientDetails = z.infer<typeof AdminClientDetails>

const byClient = z.object({ clientId: ClientId })

export const adminClients = {
  listClients: endpoint({
    method: 'POST',
    path: '/admin/clients/search',
    summary: 'Clients, newest first, 100 at most',
  })
    .input(
      // The specified filter offers `inactive` and `pending`. Clients are active or archived, so these two return no
      // rows.
      z.object({ search, status: z.enum(['all', 'active', 'inactive', 'pending', 'archived']).default('all') }),
    )
    .output(AdminClientList),
  /** @throws justification_missing without a valid reason */
  getClient: endpoint({
    method: 'GET',
    path: '/admin/clients/{clientId}',
    summary: "A client's administrative details",
  })
    .input(byClient)
    .output(AdminClientDetails),
  /**
   * `therapistId` transfers the client with all records to another member, as `clients.transfer`.
   * @throws justification_missing, transfer_target, client_busy, client_unsigned, demo_fixed
   */
  updateClient: endpoint({ method: 'PATCH', path: '/admin/clients/{clientId}', summary: 'Change a client' })
    .input(
      byClient.extend({
        firstName: RequiredName.optional(),
        lastName: RequiredName.optional(),
        email: z.union([z.literal(''), z.email('Enter a valid email address.').max(maxEmailLength)]).optional(),
        phone: z.string().trim().max(40).optional(),
        status: ClientStatus.optional(),
        therapistId: z.string().optional(),
        mayStayUnsigned: z.boolean().default(false),
      }),
    )
    .output(AdminClientDetails),
}
