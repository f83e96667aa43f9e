/** Asks the browser not to delete this site's storage when the device runs low on it. Works without that, too. */
export function persistStorage(): void {
  if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined)
}
