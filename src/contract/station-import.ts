import * as v from 'valibot'
import { resource } from './endpoint.ts'
import * as f from './fields.ts'
import { importing } from './importing.ts'
import { stationKinds, stationStatuses } from './stations.ts'

const flag = (label: string, standard = false) => v.optional(f.flag(label), standard)
const short = (label: string) => f.optionalText(label, { max: 40 })
/** What a sheet says of a station, with the rules of domain.md 1.2; the name is the label that heads its column. */
export const stationFields = {
  code: f.upperText('Codice P.V.', { max: 12 }),
  name: f.text('Nome', { max: 120 }),
  address: f.text('Indirizzo', { max: 160 }),
  cap: f.cap('CAP'),
  city: f.text('Città', { max: 80 }),
  province: f.province('Provincia'),
  latitude: f.optional(f.latitude('Latitudine')),
  longitude: f.optional(f.longitude('Longitudine')),
  email: f.optional(f.email('Email')),
  status: v.optional(f.choice('Stato', stationStatuses), 'active'),
  brand: short('Bandiera'),
  kind: f.optional(f.choice('Tipo impianto', stationKinds)),
  self: flag('Self service', true),
  serve: flag('Servito', true),
  serveGPL: flag('GPL servito'),
  selfGPL: flag('GPL self'),
  suitableForTruck: flag('Idoneo ai mezzi pesanti'),
  is_warehouse: flag('Deposito'),
  owned: flag('Di proprietà'),
  hasRent: flag('In affitto'),
  margin: f.optional(f.decimal('Margine (€/l)', { min: 0, max: 1, scale: 3 })),
  mise_id: f.optional(f.integer('ID impianto MIMIT', { min: 1 })),
  icad_code: f.optionalText('Codice ICAD', { max: 20 }),
  register: short('N. registro carico/scarico'),
  localUnit: short('Unità locale (REA)'),
  license: f.optional(f.upperText('Licenza fiscale (ADM)', { max: 40 })),
  videoSurveillance: flag('Videosorveglianza'),
  maintenanceCompany: f.optionalText('Ditta di manutenzione', { max: 120 }),
  opened_at: f.optional(f.date('Apertura')),
  closed_at: f.optional(f.date('Chiusura')),
  note: f.longText('Note'),
}
export const stationImport = resource('station_import', importing('/stations', 'net.create'))
