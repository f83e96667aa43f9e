import * as z from 'zod'

// A badly formed id names nothing, so it is left to the look-up to answer 404 (architecture, "Tenant isolation").
export const OrganizationId = z.string()
export const UserId = z.string()
export const InvitationId = z.string()
export const ClientId = z.string()
export const SessionId = z.string()
export const UploadId = z.string()
