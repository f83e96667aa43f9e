/**
 * The path of a request whose target is in origin form (RFC 9112, 3.2.1) and already normalized; undefined for others.
 * A proxy in front may resolve `//x/outbox`, `http://x/outbox`, `/x/../outbox` or `/x\outbox` differently than we do.
 */
export function pathOf(target: string | undefined): string | undefined {
  if (target === undefined || !/^\/(?!\/)[!-"$-[\]-~]*$/.test(target)) return undefined
  const written = target.split('?', 1)[0]
  const { pathname } = new URL(target, 'http://local')
  return pathname === written ? pathname : undefined
}
