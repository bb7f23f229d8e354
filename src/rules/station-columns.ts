import { type StationRow, stationStatuses } from '../contract/stations.ts'
import type { Written } from './sheet.ts'

/** The columns of the stations, on screen and in a file. */
export const stationColumns = {
  Codice: { text: ({ code }) => code },
  Nome: { text: ({ name }) => name, wide: true },
  Comune: { text: ({ city }) => city },
  Provincia: { text: ({ province }) => province },
  Stato: { text: ({ status }) => stationStatuses[status] },
} satisfies Record<string, Written<StationRow>>
