import { INSPECTION_STATUSES, type InspectionRow } from '../../contract/inspections/inspections.ts'
import { OUTCOMES } from '../../contract/inspections/labels.ts'
import { italianDay, italianScore } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'

/** `2026/45`: what has a verbale has a number. */
export const inspectionNumber = (row: { id_year: number | null; id_number: number | null }) => `${row.id_year}/${row.id_number}`
const dayOf = (day: string | null) => (day ? italianDay(day) : '')
/** The name of a verifica: its number, and before it has one the place and day: `PV003 · 21/11/2026`. */
export const inspectionName = (row: Pick<InspectionRow, 'id_year' | 'id_number' | 'date'> & { station: { code: string } }) =>
  row.id_number ? inspectionNumber(row) : `${row.station.code} · ${dayOf(row.date)}`

/** The columns of the verifiche, on screen and in a file. */
export const inspectionColumns = {
  Numero: { text: inspectionName },
  'Punto vendita': { text: ({ station }) => `${station.code} ${station.name}`, wide: true },
  Data: { text: ({ date }) => dayOf(date) },
  Modello: { text: (row) => `${row.model_name}${row.model_version ? ` (v.\u00a0${row.model_version})` : ''}` },
  Ispettore: { text: ({ inspector }) => inspector.name },
  Esito: { text: ({ outcome }) => (outcome ? OUTCOMES[outcome] : '') },
  Punteggio: { text: ({ score }) => (score === null ? '' : italianScore(score)), numeric: true },
  'NC (L/G/C)': { text: ({ nc_count: count }) => (count ? `${count.lieve}/${count.grave}/${count.critica}` : '') },
  Stato: { text: ({ status }) => INSPECTION_STATUSES[status] },
} satisfies Record<string, SheetColumn<InspectionRow>>
