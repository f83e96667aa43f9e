import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { clientTrail } from './client-trail.ts'
import { exportTrail, organizationTrail, trailChoices } from './organization-trail.ts'

const { audit } = endpoints

export const auditRoutes = {
  ofClient: audit.ofClient.handler(inTransaction(clientTrail)),
  ofOrganization: audit.ofOrganization.handler(inTransaction(organizationTrail)),
  choices: audit.choices.handler(inTransaction(trailChoices)),
  exportOfOrganization: audit.exportOfOrganization.handler(inTransaction(exportTrail)),
}
