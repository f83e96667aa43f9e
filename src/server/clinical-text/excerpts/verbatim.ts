/** Speech in quotation marks, word for word. Quotation marks inside become single ones. */
export const quoted = (text: string) => `“${text.replace(/\s+/g, ' ').trim().replace(/[“”"]/g, "'")}”`

/** Ends a quotation as a sentence: adds a full stop after the quotation marks if the speech has no end mark. */
export const withEndMark = (text: string) => (/[.?!…]['’)\]]*”$/.test(text) ? text : `${text}.`)
