import type { NotificationChannel, NotificationEvent } from '../../../src/contract/notifications/words.ts'
import type { MailUse } from '../../../src/contract/tickets/default-mails.ts'
import { mimitNames } from '../../domain/prices/mimit-fuels.ts'

/** Fuels and services every installation starts from; ids are the places in these lists, from 1. */
type Fuel = readonly [name: string, code: string, unit: 'l' | 'kg', color: string, kind?: 'gas' | 'premium']
const fuelList: readonly Fuel[] = [
  ['Benzina', 'BZ', 'l', '#2f9e44'],
  ['Gasolio', 'GA', 'l', '#e8a100'],
  ['GPL', 'GP', 'l', '#1971c2', 'gas'],
  ['Metano', 'ME', 'kg', '#0c8599', 'gas'],
  ['HVO', 'HV', 'l', '#66a80f'],
  ['Benzina 100', 'B1', 'l', '#087f5b', 'premium'],
  ['Diesel+', 'DP', 'l', '#d9480f', 'premium'],
  ['Gasolio agricolo', 'AG', 'l', '#5c940d'],
  ['AdBlue', 'AB', 'l', '#364fc7'],
  ['GNL', 'GN', 'kg', '#5f3dc4', 'gas'],
]
export const fuels = fuelList.map(([name, code, unit, color, kind], place) => ({
  id: place + 1,
  name,
  code,
  unit,
  color,
  mise_names: [...(mimitNames[name] ?? [])],
  gas: kind === 'gas',
  premium: kind === 'premium',
  position: place + 1,
  active: true,
}))
export type FuelCode = 'BZ' | 'GA' | 'GP' | 'ME' | 'HV' | 'B1' | 'DP' | 'AG' | 'AB' | 'GN'
export const fuelId = (code: FuelCode): number => fuels.findIndex((fuel) => fuel.code === code) + 1
export const fuelCode = (id: number) => fuels[id - 1]!.code as FuelCode

const serviceList = {
  food: ['Bar', 'Ristoro', 'Tabacchi', 'Market', 'Edicola'],
  auto: [
    'Lavaggio a spazzole',
    'Lavaggio self',
    'Autolavaggio a mano',
    'Officina',
    'Gommista',
    'Cambio olio',
    'Aspirapolvere',
    'Gonfiaggio',
    'AdBlue',
    'Ricarica elettrica',
    'Bombole GPL',
  ],
  persona: ['WC', 'WC disabili', 'Wi-Fi', 'Parcheggio camion', 'Docce', 'Punto ritiro pacchi'],
  pagamento: ['Bancomat'],
}
export const available_services = (Object.entries(serviceList) as [keyof typeof serviceList, string[]][])
  .flatMap(([category, names]) => names.map((name) => ({ name, category })))
  .map((service, place) => ({ id: place + 1, ...service, position: place + 1, active: true }))
export const serviceId = (name: string): number => available_services.findIndex((service) => service.name === name) + 1

/** Hours until it should be done, usual priority, a colour for each kind of work, name. */
const categoryList: readonly (readonly [hours: number, priority: number, color: string, name: string])[] = [
  [8, 3, '#c2410c', 'Impianto / Erogatori'],
  [24, 3, '#c2410c', 'Impianto / Cisterne e sonde'],
  [12, 3, '#c2410c', 'Impianto / Elettrico'],
  [8, 3, '#7c3aed', 'Accettatore OPT'],
  [8, 3, '#7c3aed', 'POS e pagamenti'],
  [8, 3, '#2563eb', 'Rete dati / Connettività'],
  [12, 3, '#2563eb', 'Cassa / Registratore telematico'],
  [12, 2, '#b45309', 'Prezzario / Totem'],
  [24, 2, '#2563eb', 'Videosorveglianza'],
  [24, 2, '#0891b2', 'Autolavaggio'],
  [24, 2, '#15803d', 'Tessere e clienti'],
  [48, 2, '#15803d', 'Buoni carburante'],
  [48, 2, '#15803d', 'Fatturazione'],
  [72, 1, '#57534e', 'Forniture'],
  [120, 1, '#57534e', 'Manutenzione edile'],
  [72, 3, '#be123c', 'Non conformità verifica'],
  [72, 1, '#57534e', 'Altro'],
]
export const ticket_categories = categoryList.map(([sla_hours, default_priority, color, name], place) => ({
  id: place + 1,
  name,
  color,
  sla_hours,
  default_priority,
  position: place + 1,
  // "Sicurezza e ambiente" below.
  notification_group_id: name === 'Non conformità verifica' ? 3 : null,
  active: true,
}))
/** Mails about tickets. */
const mailList: readonly (readonly [
  name: string,
  event: MailUse,
  subject: string,
  body: string,
  macro?: { leads_to: 'close'; assign_me: true },
])[] = [
  [
    'Ticket aperto',
    'ticket_created',
    '[Ticket {{numero}}] {{oggetto}}',
    'È stato aperto il ticket {{numero}} del {{data}}.\n\nCategoria: {{categoria}}\nPunto vendita: {{punto_vendita}}, {{indirizzo}}\nRichiedente: {{richiedente}}\n\n{{descrizione}}',
  ],
  [
    'Ticket assegnato',
    'ticket_assigned',
    '[Ticket {{numero}}] Assegnato: {{oggetto}}',
    'Il ticket {{numero}} è assegnato a {{assegnatari}}.\n\nPunto vendita: {{punto_vendita}}, {{indirizzo}}\n\n{{descrizione}}',
  ],
  [
    'Commento a un ticket',
    'ticket_comment',
    '[Ticket {{numero}}] Nuovo commento: {{oggetto}}',
    'C’è un nuovo commento al ticket {{numero}} ({{punto_vendita}}).',
  ],
  [
    'Ticket chiuso',
    'ticket_closed',
    '[Ticket {{numero}}] Chiuso: {{oggetto}}',
    'Il ticket {{numero}} ({{punto_vendita}}) è stato chiuso.\n\nSoluzione: {{soluzione}}',
  ],
  [
    'Richiesta di intervento alla ditta',
    'ticket_to_company',
    'Richiesta di intervento presso {{punto_vendita}}, {{indirizzo}}',
    'Buongiorno,\nchiediamo un intervento presso {{punto_vendita}}, {{indirizzo}}.\n\n{{oggetto}}\n{{descrizione}}\n\nRiferimento: ticket {{numero}} del {{data}}.',
  ],
  [
    'Risolto in remoto',
    'macro',
    'Risolto in remoto',
    'Il problema è stato risolto da remoto: basta riprovare. Se si ripresenta, il ticket si può riaprire.\n\n{{operatore}}',
    { leads_to: 'close', assign_me: true },
  ],
]
export const default_mails = mailList.map(([name, event, subject, body, macro], place) => ({
  id: place + 1,
  ...{ name, event, subject, body, active: true, leads_to: macro?.leads_to ?? null, assign_me: !!macro },
}))
const groupList: readonly (readonly [name: string, description: string, ...events: NotificationEvent[]])[] = [
  ['Manutenzione', 'Guasti e interventi agli impianti', 'ticket_created', 'ticket_late', 'inspection_nc'],
  ['Rete', 'Punti vendita e gestioni', 'ticket_late', 'expiration_due', 'expiration_late'],
  ['Sicurezza e ambiente', 'Verifiche, scadenze di legge e ambiente', 'inspection_nc', 'expiration_due', 'expiration_late'],
]
export const notification_groups = groupList.map(([name, description, ...events], place) => ({
  id: place + 1,
  name,
  description,
  events,
  channels: ['mail', 'push'] as NotificationChannel[],
  active: true,
}))
