const segment = /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?$/

/**
 * The parts of a stored name such as `recordings/7f0c/audio.webm`. No part is empty or begins or ends with a dot, so that
 * a name can never leave its folder.
 * @throws TypeError for a name in another form. The name itself stays out of the message: it may come from a person.
 */
export function nameParts(name: string): string[] {
  const parts = name.split('/')
  if (parts.length > 8 || !parts.every((part) => segment.test(part)))
    throw new TypeError('Not a name for a stored file')
  return parts
}
