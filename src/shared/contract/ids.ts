import * as z from 'zod'

// The lookup returns 404 for a malformed id (docs/architecture.md).
export const OrganizationId = z.string()
export const UserId = z.string()
export const InvitationId = z.string()
export const ClientId = z.string()
export const SessionId = z.string()
export const UploadId = z.string()
