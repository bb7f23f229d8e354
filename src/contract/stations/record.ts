import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { del, post, resource } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { Station, stationKinds, stationShownIn, stationStatuses } from './stations.ts'

const flag = (label: string, standard = false) => v.optional(f.flag(label), standard)
const short = (label: string) => f.optionalText(label, { max: 40 })
/** The fields of a station. Source: docs/spec/stations.md#station */
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
  landlord: f.optionalText('Locatore', { max: 120 }),
  rent_amount: f.optional(f.money('Canone annuo (€)', { min: 0, max: 99_999_999 })),
  rent_expiration: f.optional(f.date('Scadenza affitto')),
  margin: f.optional(f.money('Margine (€/l)', { min: 0, max: 1, scale: 3 })),
  mise_id: f.optional(f.identifier('ID impianto MIMIT')),
  icad_code: f.optionalText('Codice ICAD', { max: 20 }),
  register: short('N. registro carico/scarico'),
  register_telematic: flag('Registro telematico'),
  localUnit: short('Unità locale (REA)'),
  license: f.optional(f.upperText('Licenza fiscale (ADM)', { max: 40 })),
  videoSurveillance: flag('Videosorveglianza'),
  videoSurveillanceNote: f.longText('Note videosorveglianza'),
  maintenanceCompany: f.optionalText('Ditta di manutenzione', { max: 120 }),
  maintenance_email: f.optional(f.email('Email ditta di manutenzione')),
  area_manager_id: f.optional(f.reference('Responsabile di zona')),
  opened_at: f.optional(f.date('Apertura')),
  closed_at: f.optional(f.date('Chiusura')),
  note: f.longText('Note'),
}

/** A new station is active or about to open. */
const status = v.optional(f.choice('Stato', { active: stationStatuses.active, opening: stationStatuses.opening }), 'active')
const { status: _, ...kept } = stationFields
const plain = crud('/stations', {
  fields: kept,
  ok: ['Punto vendita creato', 'Punto vendita modificato', ''],
  read: 'net.field',
  write: 'net.write',
})
/** The saved station with warnings as sentences (src/rules/stations/station-checks.ts). */
const Saved = v.object({ ...Station.entries, warnings: v.array(v.string()) })

export const stationRecord = resource('stations', {
  create: { ...plain.create, body: v.object({ ...kept, status }), output: Saved, policy: 'net.create', touches: stationShownIn },
  update: { ...plain.update, output: Saved, touches: stationShownIn },
  /** Allowed transitions and the rights they need: src/rules/stations/status-changes.ts. */
  setStatus: post('/stations/status/{id}', {
    body: v.object({
      status: f.choice('Stato', stationStatuses),
      reason: f.optionalText('Motivo', { max: 500 }),
      reopening_at: f.optional(f.date('Riapertura prevista')),
    }),
    output: Saved,
    success: [200],
    ok: 'Stato Punto vendita modificato',
    policy: 'net.write',
    touches: ['expirations', ...stationShownIn],
  }),
  remove: del('/stations/{id}', { policy: 'super', touches: stationShownIn }),
})
