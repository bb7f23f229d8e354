/** The rows that a bulk action is asked for: those of `ids`, or all that the list's query finds. */
export interface BulkRows {
  ids: number[] | undefined
  search: object
  /** What is chosen for all rows so far, as it was given. */
  values: Readonly<Record<string, unknown>>
}
