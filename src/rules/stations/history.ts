import { fuels } from '../../contract/stations/fuels.ts'
import { stationRecord } from '../../contract/stations/record.ts'
import { services } from '../../contract/stations/services.ts'
import { stationSetCalls } from '../../contract/stations/sets.ts'
import { stationStatuses } from '../../contract/stations/stations.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history. */
export const stationHistory = {
  station_acl: { name: 'Accessi del punto vendita', labels: { users: 'Utenti' } },
  station: {
    name: 'Punto vendita',
    update: stationRecord.update,
    labels: { status: 'Stato', closing_reason: 'Motivo della chiusura', reopening_at: 'Riapertura prevista' },
    words: { status: stationStatuses },
  },
  station_phones: { name: 'Telefoni del punto vendita', update: stationSetCalls.phones },
  station_fuels: { name: 'Carburanti del punto vendita', update: stationSetCalls.fuels },
  station_services: { name: 'Servizi del punto vendita', update: stationSetCalls.services },
  station_networks: { name: 'Reti del punto vendita', update: stationSetCalls.networks },
  station_bills: { name: 'Bollette del punto vendita', update: stationSetCalls.bills },
  station_openings: { name: 'Orari del punto vendita', update: stationSetCalls.openings },
  fuel: { name: 'Carburante', update: fuels.update },
  available_service: { name: 'Servizio', update: services.update },
  station_image: { name: 'Copertina del punto vendita', labels: { name: 'Immagine' } },
  station_note: { name: 'Appunto' },
  station_detailed_openings: { name: 'Orari dettagliati', labels: { entries: 'Orari' } },
} satisfies ModelHistories
