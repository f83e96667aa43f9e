/** Request header of reads that a page repeats after a time, without the user. They do not extend the sign-in. */
export const automaticHeader = 'x-automatic'
