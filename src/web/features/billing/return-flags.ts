/** Flags that the URL has after the return from the payment page. */
export type ReturnFlags = { success?: true; canceled?: true; trial_created?: true; session_id?: string }

/** Reads the flags of the URL; ignores everything else. */
export function readFlags(search: Readonly<Record<string, unknown>>): ReturnFlags {
  const isSet = (name: string) => search[name] === true || search[name] === 'true' || search[name] === 1
  const session = search['session_id']
  return {
    ...(isSet('success') && { success: true }),
    ...(isSet('canceled') && { canceled: true }),
    ...(isSet('trial_created') && { trial_created: true }),
    ...(typeof session === 'string' && { session_id: session }),
  }
}
