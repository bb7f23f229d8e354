import type { EquipmentRow } from '../contract/inspections/answers.ts'
import type { OfflineStation, ProvenContext } from '../contract/inspections/offline.ts'
import { fold } from '../contract/kernel/fold.ts'
import { ownRows } from '../lib/own-rows.ts'
import { FIELD_DB } from '../lib/purge.ts'
import { type CodedKind, parseLabelCode, withoutAddress } from '../rules/equipment/label-code.ts'

/** The record a code names on this device: a prepared station, or a piece of its equipment. */
export interface HeldPlace {
  station: OfflineStation
  /** 'Estintore 3 · Isola 1 · matr. 0815'; null if the code is the station's own. */
  piece: string | null
}
type Equipment = Partial<Record<CodedKind, EquipmentRow[]>>

/** Finds what `qr.read` would find, in the data of "Prepara per offline"; null if nothing was prepared. */
export async function heldPlaces(text: string): Promise<HeldPlace[] | null> {
  const found = await ownRows(FIELD_DB, ['stations', 'slim'])
  if (!found?.stations.length) return null
  const stations = new Map((found.stations as OfflineStation[]).map((one) => [one.id, one]))
  const named = parseLabelCode(text)
  const typed = fold(withoutAddress(text))
  if (named?.kind === 'stations')
    return [...stations.values()].filter(({ id }) => id === named.id).map((station) => ({ station, piece: null }))
  const own = named ? [] : [...stations.values()].filter(({ code }) => fold(code) === typed).map((station) => ({ station, piece: null }))
  if (own.length) return own
  const is = ({ id, number }: EquipmentRow) => (named ? id === named.id : !!number && fold(number) === typed)
  return (found.slim as ProvenContext[]).flatMap(({ id, context }) => {
    const station = stations.get(id)
    const equipment = (context.equipment ?? {}) as Equipment
    const rows = named ? (equipment[named.kind] ?? []) : Object.values(equipment).flat()
    return station ? rows.filter(is).map(({ label }) => ({ station, piece: label })) : []
  })
}
