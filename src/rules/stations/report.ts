import type * as v from 'valibot'
import { fireExtinguishers } from '../../contract/equipment/fire-extinguishers.ts'
import { choiceLabels, fieldKind } from '../../contract/kernel/fields.ts'
import type { PolicyName } from '../../contract/kernel/policies.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import { stationFields } from '../../contract/stations/record.ts'
import type { ReportSheet } from '../../contract/stations/report.ts'
import { billFields, networkFields } from '../../contract/stations/set-fields.ts'
import { priceModes, priceSources } from '../../contract/stations/stations.ts'
import { italianDay } from '../shared/italian.ts'
import type { Cell } from '../shared/sheet-cells.ts'

/** A column of the report: its heading and how what is read is said. */
export interface ReportColumn {
  heading: string
  /** Of what it is read. */
  name: string
  wide?: boolean
  say: (value: unknown) => Cell
}
const plainCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  return typeof value === 'number' ? value : String(value)
}
const dayCell = (value: unknown): Cell => (value ? italianDay(String(value)) : '')
const wordIn = (words: Readonly<Record<string, string>>) => (value: unknown) => words[String(value)] ?? plainCell(value)
const at = (heading: string, name: string, say: (value: unknown) => Cell = plainCell): ReportColumn => ({ heading, name, say })
const columnsOf = (fields: v.ObjectEntries): ReportColumn[] =>
  Object.entries(fields).map(([name, field]) => {
    const schema = field as v.GenericSchema
    const words = choiceLabels(schema)
    const say = words ? wordIn(words) : fieldKind(schema) === 'day' ? dayCell : plainCell
    return { ...at(labelOf(schema)!, name, say), wide: fieldKind(schema) === 'long' }
  })
const { area_manager_id: _, ...plain } = stationFields
/** Of the sheet "Punti vendita"; one may choose among them. */
export const stationReportColumns: ReportColumn[] = [
  ...columnsOf(plain),
  at('Responsabile di zona', 'area_manager'),
  { ...at('Telefoni', 'phones'), wide: true },
  { ...at('Carburanti', 'fuels'), wide: true },
  { ...at('Servizi', 'services'), wide: true },
]
const { station_id: __, ...extinguisher } = fireExtinguishers.create.body.entries
/** What identifies the station of a row in all other sheets. */
const whose = [
  at('Codice P.V.', 'station_code'),
  { ...at('Punto vendita', 'station_name'), wide: true },
  at('Città', 'city'),
  at('Provincia', 'province'),
]
interface Sheet {
  name: string
  policy: PolicyName
  columns: ReportColumn[]
}
const sheet = (name: string, policy: PolicyName, columns: ReportColumn[]): Sheet => ({ name, policy, columns: [...whose, ...columns] })
/** The sheets of domain.md 6.10 whose data stand. */
export const reportSheets: Readonly<Record<ReportSheet, Sheet>> = {
  stations: { name: 'Punti vendita', policy: 'export', columns: stationReportColumns },
  fuels: sheet('Carburanti', 'export', [...[at('Carburante', 'fuel'), at('Self', 'self'), at('Servito', 'serve'), at('Attivo', 'active')]]),
  prices: sheet('Prezzi', 'prices.read', [
    ...[at('Carburante', 'fuel'), at('Modalità', 'mode', wordIn(priceModes)), at('Prezzo (€)', 'price'), at('Unità', 'unit')],
    at('Valido dal', 'valid_from'),
    at('Origine', 'source', wordIn(priceSources)),
  ]),
  equipment: sheet('Attrezzature', 'equip.read', [
    ...[at('Attrezzatura', 'kind'), at('Tipo', 'type'), at('Marca', 'brand'), at('Modello', 'model')],
    ...[at('Matricola', 'number'), at('Anno', 'year')],
  ]),
  tanks: sheet('Cisterne', 'equip.read', [
    ...[at('N. serbatoio', 'number'), at('Carburante', 'fuel'), at('Capacità (l)', 'capacity'), at('Tipo', 'type'), at('Anno', 'year')],
    ...[at('Sonda', 'probe'), at('Ultima prova di tenuta', 'last_test', dayCell), at('Prossima prova di tenuta', 'next_test', dayCell)],
    { ...at('Note', 'note'), wide: true },
  ]),
  extinguishers: sheet('Estintori', 'equip.read', columnsOf(extinguisher)),
  networks: sheet('Reti', 'net.read', columnsOf(networkFields)),
  bills: sheet('Bollette', 'net.read', columnsOf(billFields)),
}
