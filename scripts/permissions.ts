import type pg from 'pg'
import { describeEndpoints } from './permissions-of-endpoints.ts'
import { describeTables } from './permissions-of-tables.ts'

/** The text of docs/permissions.md: who may do what in the database and the API. */
export async function describePermissions(client: pg.ClientBase): Promise<string> {
  return `# Permissions

<!-- Written by npm run db:schema. Do not edit. -->

Attend checks permissions twice: each endpoint of the API checks its caller, and PostgreSQL checks every row. This page is generated: the first part from the matrix that
\`test/authorization\` checks against a running server, the second from the grants and policies of a database.
[Security](security.md) describes the measures around them.

An organization has owners, admins, supervisors and therapists. A therapist's records are their clients, sessions, recordings, transcripts, notes and insights. Supervisors read
the records of therapists they supervise. Owners and admins *administer* the organization: they read all its records and edit its clients. Platform admins work for the operator of
Attend; they see administrative data only, and a client or session only after stating a reason. Access ends when the membership ends.

## Who may call which endpoint

${describeEndpoints()}

## Who may do what with which table

Processes sign in to PostgreSQL as different roles. None of them owns a table or can bypass the policies. “The caller” is the person for whom a transaction runs.

| role | used by |
|---|---|
| app_web | the web process, for signed-in people |
| app_worker | jobs: for the person who requested a job, or for the system |
| app_auth | the sign-in library |
| app_admin | the admin panel, for platform admins who gave a second factor |
| app_payments | the built-in payment provider (test mode) |
| app_backup | backups: it may read every row of every table, and change none; the tables below do not repeat this |
| app_owner | migrations, and functions of the database that check the caller themselves |

A right needs the grant in the column “may” and every condition in the column “rows”. Rights that are not listed do not exist. Conditions with an asterisk:

- *visible rows*: the caller's own rows, rows of therapists whom they supervise, and rows of organizations that they administer.
- *members only*: in an organization, only its members, and only their own rows, rows of therapists whom they supervise there, or all rows if they are owner or admin.
- *not while viewing*: not while the caller views as another person.
- *viewed organization only*: while the caller views as another person, only rows of the viewed organization.
- *same owner*: the named row that the new row refers to belongs to the same therapist and organization.

${await describeTables(client)}
`
}
