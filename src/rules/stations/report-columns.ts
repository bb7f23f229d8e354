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

/** A column of the report: its heading, and how its value is formatted. */
export interface ReportColumn {
  heading: string
  /** Name of the value. */
  name: string
  wide?: boolean
  format: (value: unknown) => Cell
}
const plainCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  return typeof value === 'number' ? value : String(value)
}
const dayCell = (value: unknown): Cell => (value ? italianDay(String(value)) : '')
const wordIn = (words: Readonly<Record<string, string>>) => (value: unknown) => words[String(value)] ?? plainCell(value)
const column = (heading: string, name: string, say: (value: unknown) => Cell = plainCell): ReportColumn => ({ heading, name, format: say })
const columnsOf = (fields: v.ObjectEntries): ReportColumn[] =>
  Object.entries(fields).map(([name, field]) => {
    const schema = field as v.GenericSchema
    const words = choiceLabels(schema)
    const say = words ? wordIn(words) : fieldKind(schema) === 'day' ? dayCell : plainCell
    return { ...column(labelOf(schema)!, name, say), wide: fieldKind(schema) === 'long' }
  })
const { area_manager_id: _, ...plain } = stationFields
/** Columns of the sheet "Punti vendita", among which the person chooses. */
export const stationReportColumns: ReportColumn[] = [
  ...columnsOf(plain),
  column('Responsabile di zona', 'area_manager'),
  { ...column('Telefoni', 'phones'), wide: true },
  { ...column('Carburanti', 'fuels'), wide: true },
  { ...column('Servizi', 'services'), wide: true },
]
const { station_id: __, ...extinguisher } = fireExtinguishers.create.body.entries
/** Columns that identify the station in all other sheets. */
const stationColumns = [
  column('Codice P.V.', 'station_code'),
  { ...column('Punto vendita', 'station_name'), wide: true },
  column('Città', 'city'),
  column('Provincia', 'province'),
]
interface Sheet {
  name: string
  policy: PolicyName
  columns: ReportColumn[]
}
const sheet = (name: string, policy: PolicyName, columns: ReportColumn[]): Sheet => ({
  name,
  policy,
  columns: [...stationColumns, ...columns],
})
/** The sheets of the report. */
export const reportSheets: Readonly<Record<ReportSheet, Sheet>> = {
  stations: { name: 'Punti vendita', policy: 'export', columns: stationReportColumns },
  fuels: sheet('Carburanti', 'export', [
    ...[column('Carburante', 'fuel'), column('Self', 'self'), column('Servito', 'serve'), column('Attivo', 'active')],
  ]),
  prices: sheet('Prezzi', 'prices.read', [
    ...[
      column('Carburante', 'fuel'),
      column('Modalità', 'mode', wordIn(priceModes)),
      column('Prezzo (€)', 'price'),
      column('Unità', 'unit'),
    ],
    column('Valido dal', 'valid_from'),
    column('Origine', 'source', wordIn(priceSources)),
  ]),
  equipment: sheet('Attrezzature', 'equip.read', [
    ...[column('Attrezzatura', 'kind'), column('Tipo', 'type'), column('Marca', 'brand'), column('Modello', 'model')],
    ...[column('Matricola', 'number'), column('Anno', 'year')],
  ]),
  tanks: sheet('Cisterne', 'equip.read', [
    ...[
      column('N. serbatoio', 'number'),
      column('Carburante', 'fuel'),
      column('Capacità (l)', 'capacity'),
      column('Tipo', 'type'),
      column('Anno', 'year'),
    ],
    ...[
      column('Sonda', 'probe'),
      column('Ultima prova di tenuta', 'last_test', dayCell),
      column('Prossima prova di tenuta', 'next_test', dayCell),
    ],
    { ...column('Note', 'note'), wide: true },
  ]),
  extinguishers: sheet('Estintori', 'equip.read', columnsOf(extinguisher)),
  networks: sheet('Reti', 'net.read', columnsOf(networkFields)),
  bills: sheet('Bollette', 'net.read', columnsOf(billFields)),
}
