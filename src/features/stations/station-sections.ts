import type { stationFields } from '../../contract/stations/record.ts'

export type Field = Exclude<keyof typeof stationFields, 'status'>
/** The fields of a station in sections; its state has a menu of its own. */
export const sections: readonly { title: string; names: readonly Field[] }[] = [
  {
    title: 'Anagrafica',
    names: ['code', 'name', 'brand', 'kind', 'area_manager_id', 'opened_at', 'closed_at', 'mise_id', 'icad_code', 'is_warehouse'],
  },
  { title: 'Indirizzo', names: ['address', 'cap', 'city', 'province', 'latitude', 'longitude', 'email'] },
  { title: 'Erogazione', names: ['self', 'serve', 'selfGPL', 'serveGPL', 'suitableForTruck'] },
  {
    title: 'Sicurezza e manutenzione',
    names: ['maintenanceCompany', 'maintenance_email', 'videoSurveillance', 'videoSurveillanceNote'],
  },
  { title: 'Proprietà e margine', names: ['margin', 'owned', 'hasRent', 'landlord', 'rent_amount', 'rent_expiration'] },
  { title: 'Licenze e registri', names: ['license', 'localUnit', 'register', 'register_telematic'] },
  { title: 'Note', names: ['note'] },
]
export const allFields = sections.flatMap(({ names }) => names)

/** A copy begins without the fields that tell one station from all others. */
export const notCopied = [
  'code',
  'mise_id',
  'icad_code',
  'latitude',
  'longitude',
  'license',
  'register',
  'opened_at',
  'closed_at',
] as const satisfies readonly Field[]
