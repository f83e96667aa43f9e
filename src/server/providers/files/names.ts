const segmentPattern = /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?$/

/**
 * Splits a stored name such as `recordings/7f0c/audio.webm` into its parts. No part is empty or starts or ends with a
 * dot, so a name cannot leave its folder.
 * @throws TypeError for another format. The message omits the name, which may come from a user.
 */
export function nameParts(name: string): string[] {
  const parts = name.split('/')
  if (parts.length > 8 || !parts.every((part) => segmentPattern.test(part)))
    throw new TypeError('Not a name for a stored file')
  return parts
}
