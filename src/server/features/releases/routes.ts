import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { liftHold } from './lift-hold.ts'
import { listReleases } from './list-releases.ts'
import { logRelease } from './log-release.ts'
import { placeHold } from './place-hold.ts'

const { releases } = endpoints

export const releaseRoutes = {
  ofClient: releases.ofClient.handler(inTransaction(listReleases)),
  log: releases.log.handler(inTransaction(logRelease)),
  placeHold: releases.placeHold.handler(inTransaction(placeHold)),
  liftHold: releases.liftHold.handler(inTransaction(liftHold)),
}
