/** Speech as it stands in quotation marks: every word and mark of it. Only quotation marks inside become single ones. */
export const quoted = (text: string) => `“${text.replace(/\s+/g, ' ').trim().replace(/[“”"]/g, "'")}”`

/** What ends in a quotation as a sentence of its own: a full stop follows the quotation marks where the speech has no end. */
export const closed = (text: string) => (/[.?!…]['’)\]]*”$/.test(text) ? text : `${text}.`)
