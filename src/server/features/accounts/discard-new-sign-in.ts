import type { GenericEndpointContext } from 'better-auth'

/** The part of better-auth's context after a request. */
interface Finished extends Pick<GenericEndpointContext['context'], 'newSession' | 'authCookies' | 'internalAdapter'> {
  responseHeaders?: Headers | undefined
}

/**
 * The library signs a user in again with a passkey. A signed-in user only confirms their identity, so the existing
 * sign-in remains, with its end, and the browser gets no other cookie.
 */
export async function discardNewSignIn(finished: Finished): Promise<void> {
  const { newSession, responseHeaders, authCookies, internalAdapter } = finished
  if (newSession) await internalAdapter.deleteSession(newSession.session.token)
  const cookies = responseHeaders?.getSetCookie() ?? []
  responseHeaders?.delete('set-cookie')
  for (const cookie of cookies)
    if (!cookie.startsWith(`${authCookies.sessionToken.name}=`)) responseHeaders?.append('set-cookie', cookie)
}
