import type { SearchKind } from '../../contract/kernel/search.ts'

/** What has a code that can be stuck on it, by the letters its code begins with: `ES-55` is the extinguisher 55. */
export const codeKinds = {
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
type Letters = keyof typeof codeKinds
export type CodedKind = (typeof codeKinds)[Letters]
/** As it is printed below its QR code, and read out on the telephone. */
export const codeOf = (kind: CodedKind, id: number) => `${Object.entries(codeKinds).find(([, one]) => one === kind)![0]}-${id}`
/** The address that a QR code of ours holds: any camera opens it. */
export const codeAddress = (origin: string, code: string) => `${origin}/q/${code}`
/** What was read or typed, without the address round a code of ours, on whatever server it was printed; spaces and case do not count. */
export function bareCode(text: string): string {
  const said = text.trim()
  const inAddress = /^https?:\/\/[^/\s]+\/q\/([A-Za-z]{2}-\d{1,9})\/?$/.exec(said)?.[1]
  return (inAddress ?? said).slice(0, 500)
}
/** The record that a code of ours names; undefined for any other text. */
export function readCode(text: string): { kind: CodedKind; id: number } | undefined {
  const [, letters, number] = /^([A-Za-z]{2})\s?[- ]\s?(\d{1,9})$/.exec(bareCode(text)) ?? []
  const kind = codeKinds[letters?.toUpperCase() as Letters] as CodedKind | undefined
  return kind && { kind, id: Number(number) }
}
