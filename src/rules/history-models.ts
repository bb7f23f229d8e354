import { banks } from '../contract/banks.ts'
import { fireExtinguishers } from '../contract/fire-extinguishers.ts'
import { fuels } from '../contract/fuels.ts'
import { INSPECTION_STATUSES } from '../contract/inspections.ts'
import { oilSeparators } from '../contract/oil-separators.ts'
import { services } from '../contract/services.ts'
import { priceModes, priceSources } from '../contract/stations.ts'
import { ticketCategories } from '../contract/ticket-categories.ts'
import { users } from '../contract/users.ts'
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
  fire_extinguisher: { name: 'Estintore', update: fireExtinguishers.update },
  oil_separator: { name: 'Disoleatore', update: oilSeparators.update },
  fuel: { name: 'Carburante', update: fuels.update },
  available_service: { name: 'Servizio', update: services.update },
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
