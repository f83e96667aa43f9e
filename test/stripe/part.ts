/** The fields of a Stripe object that our adapter reads, at any depth. Names and types are checked, presence is not. */
export type Part<T> = T extends readonly (infer Entry)[]
  ? Part<Entry>[]
  : T extends object
    ? { [Key in keyof T]?: Part<T[Key]> }
    : T
