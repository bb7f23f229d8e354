import type { SearchKind } from '../../contract/kernel/search.ts'

/** Kinds of records with label codes, by their prefix: `ES-55` is the extinguisher with id 55. */
export const labelCodeKinds = {
  PV: 'stations',
  ES: 'fire_extinguishers',
  DS: 'oil_separators',
  ER: 'dispensers',
  CI: 'tanks',
  DI: 'station_devices',
  PO: 'pos',
  PI: 'guns',
  AP: 'network_devices',
} as const satisfies Record<string, SearchKind>
type Letters = keyof typeof labelCodeKinds
export type CodedKind = (typeof labelCodeKinds)[Letters]
/** The code printed below the QR code, which people can read out on the phone. */
export const labelCode = (kind: CodedKind, id: number) => `${Object.entries(labelCodeKinds).find(([, one]) => one === kind)![0]}-${id}`
/** The address in our QR codes, which any camera app opens. */
export const labelAddress = (origin: string, code: string) => `${origin}/q/${code}`
/** A scanned or typed text. If it is the address of a label code, of any server, only the code remains. */
export function withoutAddress(text: string): string {
  const said = text.trim()
  const inAddress = /^https?:\/\/[^/\s]+\/q\/([A-Za-z]{2}-\d{1,9})\/?$/.exec(said)?.[1]
  return (inAddress ?? said).slice(0, 500)
}
/** The record of a label code, ignoring case and spaces; undefined for any other text. */
export function parseLabelCode(text: string): { kind: CodedKind; id: number } | undefined {
  const [, letters, number] = /^([A-Za-z]{2})\s?[- ]\s?(\d{1,9})$/.exec(withoutAddress(text)) ?? []
  const kind = labelCodeKinds[letters?.toUpperCase() as Letters] as CodedKind | undefined
  return kind && { kind, id: Number(number) }
}
