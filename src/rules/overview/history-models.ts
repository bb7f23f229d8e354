import { banks } from '../../contract/banks/banks.ts'
import { dispensers } from '../../contract/equipment/dispensers.ts'
import { extinguisherIntervals } from '../../contract/equipment/extinguisher-intervals.ts'
import { fireExtinguishers } from '../../contract/equipment/fire-extinguishers.ts'
import { networkDevices } from '../../contract/equipment/network-devices.ts'
import { oilSeparators } from '../../contract/equipment/oil-separators.ts'
import { pos } from '../../contract/equipment/pos.ts'
import { stationDevices } from '../../contract/equipment/station-devices.ts'
import { tankMaintenances } from '../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../contract/equipment/tanks.ts'
import { expirations } from '../../contract/expirations/expirations.ts'
import { expirationStatuses } from '../../contract/expirations/words.ts'
import { INSPECTION_STATUSES } from '../../contract/inspections/inspections.ts'
import { notificationGroups } from '../../contract/notifications/groups.ts'
import { users } from '../../contract/people/users.ts'
import { competitors } from '../../contract/prices/competitors.ts'
import { fuels } from '../../contract/prices/fuels.ts'
import { stationRecord } from '../../contract/stations/record.ts'
import { services } from '../../contract/stations/services.ts'
import { stationSetCalls } from '../../contract/stations/sets.ts'
import { priceModes, priceSources, stationStatuses } from '../../contract/stations/stations.ts'
import { ticketCategories } from '../../contract/tickets/categories.ts'
import { defaultMails } from '../../contract/tickets/default-mails.ts'
import type { ToldModels } from './history-words.ts'

/** What has a history, and what can be put back of it. */
export const historyModels = {
  user: {
    name: 'Utente',
    update: users.update,
    labels: { roles: 'Ruoli', permissions: 'Permessi' },
    words: { enabled: { 0: 'no', 1: 'sì' } },
  },
  station_acl: { name: 'Accessi del punto vendita', labels: { users: 'Utenti' } },
  bank: { name: 'Banca', update: banks.update, labels: { cards: 'Carte' } },
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
  fire_extinguisher: { name: 'Estintore', update: fireExtinguishers.update },
  dispenser: { name: 'Erogatore', update: dispensers.update, labels: { guns: 'Pistole' } },
  station_device: { name: 'Dispositivo', update: stationDevices.update },
  pos: { name: 'POS', update: pos.update },
  network_device: { name: 'Apparato di rete', update: networkDevices.update },
  oil_separator: { name: 'Disoleatore', update: oilSeparators.update },
  expiration: {
    name: 'Scadenza',
    update: expirations.update,
    labels: { status: 'Stato', done_at: 'Completata il', done_note: 'Note', cancel_reason: 'Motivo' },
    words: { status: expirationStatuses },
  },
  qr_code: { name: 'QR impianto', labels: { name: 'Nome', url: 'Indirizzo' } },
  tank: { name: 'Cisterna', update: tanks.update },
  tank_maintenance: { name: 'Intervento cisterna', update: tankMaintenances.update },
  ticket: { name: 'Ticket' },
  competitor: { name: 'Concorrente', update: competitors.update },
  extinguisher_interval: { name: 'Intervalli estintori', update: extinguisherIntervals.update },
  fuel: { name: 'Carburante', update: fuels.update },
  available_service: { name: 'Servizio', update: services.update },
  notification_group: { name: 'Gruppo di notifica', update: notificationGroups.update, labels: { users: 'Utenti' } },
  default_mail: { name: 'Template email', update: defaultMails.update },
  ticket_category: { name: 'Categoria ticket', update: ticketCategories.update },
  price: {
    name: 'Prezzo',
    labels: { price: 'Prezzo', mode: 'Modalità', valid_from: 'Valido dal', source: 'Origine' },
    words: { mode: priceModes, source: priceSources },
  },
  inspection: { name: 'Verifica', labels: { status: 'Stato', score: 'Punteggio' }, words: { status: INSPECTION_STATUSES } },
  non_conformity: { name: 'Non conformità' },
  inspection_model: { name: 'Modello di verifica' },
  inspection_category: { name: 'Sezione di un modello' },
  settings: { name: 'Impostazioni' },
  station_image: { name: 'Copertina del punto vendita', labels: { name: 'Immagine' } },
  station_note: { name: 'Appunto' },
  station_detailed_openings: { name: 'Orari dettagliati', labels: { entries: 'Orari' } },
} satisfies ToldModels
