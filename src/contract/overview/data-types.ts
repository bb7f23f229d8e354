import { cardKinds } from '../banks/banks.ts'
import { dispenserKinds, gunFlows } from '../equipment/dispensers.ts'
import { extinguisherStatuses, extinguisherTypes, tankKinds } from '../equipment/fire-extinguishers.ts'
import { oilSeparatorTypes } from '../equipment/oil-separators.ts'
import { pieceStatuses } from '../equipment/piece-kinds.ts'
import { posNetworks, posTypes } from '../equipment/pos.ts'
import { deviceTypes } from '../equipment/station-devices.ts'
import { maintenanceTypes, outcomes } from '../equipment/tank-maintenances.ts'
import { tankStatuses, tankTypes } from '../equipment/tanks.ts'
import type { PolicyName } from '../kernel/policies.ts'
import { serviceCategories } from '../stations/services.ts'
import { billPeriods, billTypes, networkTypes, phoneTypes } from '../stations/set-fields.ts'
import { stationKinds, stationStatuses } from '../stations/stations.ts'

/** "Tabella dati": what each type of rows has, said once for the server, the grid and its filters. */
export type DataColumn =
  | { label: string; kind: 'text' | 'number' | 'date' | 'flag' }
  | { label: string; kind: 'choice'; words: Readonly<Record<string, string>> }
export interface DataType {
  /** As the documents call it in the address of the call. */
  path: string
  title: string
  policy: PolicyName
  /** False of what belongs to no station. */
  placed: boolean
  columns: Readonly<Record<string, DataColumn>>
}
const text = (label: string) => ({ label, kind: 'text' }) as const
const number = (label: string) => ({ label, kind: 'number' }) as const
const date = (label: string) => ({ label, kind: 'date' }) as const
const flag = (label: string) => ({ label, kind: 'flag' }) as const
const choice = (label: string, words: Readonly<Record<string, string>>) => ({ label, kind: 'choice', words }) as const
const type = <const C extends Readonly<Record<string, DataColumn>>>(path: string, title: string, columns: C, placed = true) => ({
  ...{ path, title, columns, placed },
  policy: path.startsWith('bank') ? ('banks.read' as const) : ('net.read' as const),
})

const note = text('Note')
const piece = { brand: text('Marca'), model: text('Modello'), number: text('Matricola'), year: number('Anno') }
/** The columns of the station, in front of the columns of each type that belongs to stations. */
export const placeColumns = {
  station_code: text('Codice P.V.'),
  station_name: text('Punto vendita'),
  city: text('Città'),
  province: text('Provincia'),
} as const
export const dataTypes = {
  stations: type('stations', 'Stazioni', {
    status: choice('Stato', stationStatuses),
    brand: text('Bandiera'),
    kind: choice('Tipologia', stationKinds),
    address: text('Indirizzo'),
    cap: text('CAP'),
    region: text('Regione'),
    email: text('Email'),
    self: flag('Self'),
    serve: flag('Servito'),
    selfGPL: flag('Self GPL'),
    serveGPL: flag('Servito GPL'),
    suitableForTruck: flag('Mezzi pesanti'),
    owned: flag('Di proprietà'),
    hasRent: flag('In affitto'),
    mise_id: number('Id MIMIT'),
    maintenanceCompany: text('Manutentore'),
    opened_at: date('Apertura'),
    closed_at: date('Chiusura'),
  }),
  dispensers: type('dispensers', 'Erogatori', {
    ...piece,
    kind: choice('Tipo', dispenserKinds),
    island: number('Isola'),
    status: choice('Stato', pieceStatuses),
    note,
  }),
  guns: type('dispenser-guns', 'Pistole', {
    gun: number('N. pistola'),
    fuel: text('Carburante'),
    dispenser: text('Erogatore'),
    tank: text('Cisterna'),
    side: text('Lato'),
    flow: choice('Portata', gunFlows),
    totalizer: number('Totalizzatore'),
    last_metric_check: date('Ultima verifica metrica'),
    next_metric_check: date('Prossima verifica metrica'),
    seals_ok: flag('Sigilli integri'),
    active: flag('Attiva'),
  }),
  tanks: type('tanks', 'Cisterne', {
    number: text('N. serbatoio'),
    type: choice('Tipo', tankTypes),
    fuel: text('Carburante'),
    capacity: number('Capacità (l)'),
    year: number('Anno'),
    compartment: number('Camera'),
    probe: flag('Sonda'),
    leak_detection: flag('Rilevatore perdite'),
    relined_at: date('Risanato il'),
    status: choice('Stato', tankStatuses),
    last_test: date('Ultima prova di tenuta'),
    next_test: date('Prossima prova di tenuta'),
    note,
  }),
  tankMaintenances: type('tank-maintenances', 'Interventi cisterna', {
    date: date('Data'),
    tank: text('Cisterna'),
    type: choice('Tipo', maintenanceTypes),
    company: text('Ditta'),
    outcome: choice('Esito', outcomes),
    next_date: date('Prossimo intervento'),
    cost: number('Costo (€)'),
    note,
  }),
  devices: type('devices', 'Dispositivi', {
    type: choice('Tipo', deviceTypes),
    ...piece,
    stacker: flag('Stacker'),
    status: choice('Stato', pieceStatuses),
    installed_at: date('Installato il'),
    last_check: date('Ultima verifica'),
    next_check: date('Prossima verifica'),
    note,
  }),
  pos: type('pos', 'POS', {
    tml: text('TML (codice terminale)'),
    type: choice('Tipo', posTypes),
    brand: text('Marca'),
    model: text('Modello'),
    serial: text('Seriale'),
    network: choice('Rete', posNetworks),
    side: number('Lato'),
    bank: text('Banca'),
    status: choice('Stato', pieceStatuses),
    installed_at: date('Installato il'),
  }),
  fireExtinguishers: type('fire-extinguishers', 'Estintori', {
    number: text('Matricola'),
    type: choice('Tipo', extinguisherTypes),
    location: text('Ubicazione'),
    brand: text('Marca'),
    model: text('Modello'),
    year: number('Anno'),
    capacity: number('Capacità'),
    unit: text('Unità'),
    fire_class: text('Classe'),
    wheeled: flag('Carrellato'),
    tank_kind: choice('Serbatoio', tankKinds),
    status: choice('Stato', extinguisherStatuses),
    company: text('Ditta'),
    last_check: date('Ultimo controllo'),
    next_check: date('Prossimo controllo'),
    next_overhaul: date('Prossima revisione'),
    next_test: date('Prossimo collaudo'),
    note,
  }),
  networkDevices: type('network-devices', 'Apparati di rete', {
    item: text('Apparato'),
    ip: text('Indirizzo IP'),
    mac: text('Indirizzo MAC'),
    hostname: text('Nome host'),
    brand: text('Marca'),
    model: text('Modello'),
    serial: text('Seriale'),
    location: text('Posizione'),
    monitored: flag('Monitorato'),
    note,
  }),
  oilSeparators: type('oil-separators', 'Disoleatori', {
    number: text('Matricola'),
    type: choice('Tipo', oilSeparatorTypes),
    brand: text('Marca'),
    model: text('Modello'),
    year: number('Anno'),
    capacity: number('Capacità (l)'),
    last_cleaning: date('Ultimo svuotamento'),
    next_cleaning: date('Prossimo svuotamento'),
    company: text('Ditta'),
    fir_number: text('N. FIR'),
    note,
  }),
  fuels: type('fuels', 'Carburanti', {
    fuel: text('Carburante'),
    code: text('Codice'),
    self: flag('Self'),
    serve: flag('Servito'),
    active: flag('Attivo'),
  }),
  services: type('services', 'Servizi', { service: text('Servizio'), category: choice('Categoria', serviceCategories), note }),
  networks: type('networks', 'Reti', {
    provider: text('Operatore'),
    type: choice('Tecnologia', networkTypes),
    line_number: text('N. linea'),
    contract: text('Contratto'),
    public_ip: text('IP pubblico'),
    router_model: text('Modello router'),
    bandwidth: text('Banda'),
    support_phone: text('Assistenza'),
    activated_at: date('Attivazione'),
    expires_at: date('Scadenza'),
    note,
  }),
  phones: type('phones', 'Telefoni', { number: text('Numero'), type: choice('Tipo', phoneTypes), label: text('Descrizione') }),
  bills: type('bills', 'Bollette', {
    type: choice('Utenza', billTypes),
    supplier: text('Fornitore'),
    holder: text('Intestatario'),
    customer_code: text('Codice cliente'),
    pod: text('POD'),
    pdr: text('PDR'),
    contract: text('Contratto'),
    periodicity: choice('Periodicità', billPeriods),
    last_date: date('Ultima bolletta'),
    last_amount: number('Ultimo importo (€)'),
    expires_at: date('Scadenza'),
    note,
  }),
  banks: type(
    'banks',
    'Banche',
    {
      name: text('Nome'),
      abi: text('ABI'),
      iban: text('IBAN'),
      branch: text('Filiale'),
      contact: text('Referente'),
      phone: text('Telefono'),
      email: text('Email'),
      active: flag('Attiva'),
      note,
    },
    false,
  ),
  bankCards: type('bank-cards', 'Carte', {
    number: text('Numero carta'),
    bank: text('Banca'),
    kind: choice('Tipo', cardKinds),
    holder: text('Intestatario'),
    expires_at: date('Scadenza'),
    active: flag('Attiva'),
    note,
  }),
} as const satisfies Record<string, DataType>
export type DataTypeName = keyof typeof dataTypes
/** The client's documented text for any other type, letter by letter. */
export const UNKNOWN_TYPE = 'Not Vaild request type'
