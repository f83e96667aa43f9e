/** The end of one chain: its length, and the hash of its last event in hex. */
export interface Head {
  chain: string
  seq: number
  hash: string
}
