/** The calls of a plain resource by their addresses; `station` is where a piece of equipment stands. */
export interface Addresses {
  list: (station: number) => string
  create: string
  update: (id: number) => string
  remove: (id: number, station: number) => string
}
/** A record of a plain resource, and who may write it. */
export interface Sample {
  /** Demo accounts: one that may write, and one that may not. */
  writer: string
  stranger: string
  /** An accepted body, as the list shows it afterwards. */
  body: Readonly<Record<string, unknown>>
  /** Other values of some fields. */
  change: Readonly<Record<string, unknown>>
  /** By field, a refused value and its sentence. */
  refused: Readonly<Record<string, readonly [value: unknown, sentence: string]>>
  /** The sentences for a second record of the same body; left out where there may be two. */
  twice?: Readonly<Record<string, string>> | undefined
  addresses: Addresses
  /** It stands on a station, whose id is part of a new one. */
  onStation?: true
  page?: SamplePage | undefined
}
/** The page of a plain list: its form is filled in, saved, and the row deleted. */
export interface SamplePage {
  path: string
  /** Heading of the form for a new record. */
  title: string
  /** The sentences after it is created and after it is deleted. */
  created: string
  deleted: string
  /** By label, the text typed into the form; the first one names the row. */
  type: Readonly<Record<string, string>>
  /** By label, the option chosen. */
  choose?: Readonly<Record<string, string>>
}
