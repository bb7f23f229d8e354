/** The addresses of a plain resource. */
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
  /** An accepted body, as it is read afterwards. */
  body: Readonly<Record<string, unknown>>
  /** Other values of some fields. */
  change: Readonly<Record<string, unknown>>
  /** By field, a refused value and its sentence. */
  refused: Readonly<Record<string, readonly [value: unknown, sentence: string]>>
  /** The sentences for a second record of the same body, where there may not be two. */
  twice?: Readonly<Record<string, string>> | undefined
  addresses: Addresses
  /** For equipment on a station: the model of its history, and the least body beside the station, with a word in one of its texts. */
  onStation?: { readonly model: string; readonly least: (word: string) => object } | undefined
  page?: SamplePage | undefined
}
/** The page of a plain list, whose form is filled in and saved, and whose new row is then deleted. */
export interface SamplePage {
  path: string
  /** Heading of the form for a new record. */
  title: string
  /** The sentences after the record is created and deleted. */
  created: string
  deleted: string
  /** By label, the text typed into the form; the first one names the row. */
  type: Readonly<Record<string, string>>
  /** By label, the option chosen. */
  choose?: Readonly<Record<string, string>>
}

/** The addresses of a resource whose records have the address of their list and their id. */
export const usualAddresses = (path: string): Addresses => ({
  list: () => path,
  create: path,
  update: (id) => `${path}/${id}`,
  remove: (id) => `${path}/${id}`,
})
