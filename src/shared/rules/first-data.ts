/** Id of the element with the first responses in a document of the app. */
export const firstDataId = 'first-data'

/** The API's response to a GET request that the page of a document sends first (decision 0137). */
export interface FirstResponse {
  /** `/api/me` */
  address: string
  status: number
  headers: Record<string, string>
  body: unknown
}
