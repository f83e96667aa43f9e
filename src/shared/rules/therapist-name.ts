/** Returns the name of a therapist; 'A former member' if the user may not read the name, which is empty then. */
export function shownTherapist(name: string): string {
  return name.trim() || 'A former member'
}

/** Like `shownTherapist`, for the middle of a sentence. */
export function therapistInSentence(name: string): string {
  return name.trim() || 'a former member'
}
