import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choice, flag, integer, optional, optionalText, regexText, text } from '../kernel/fields.ts'
import { booleanParam, facets } from '../kernel/filters.ts'

export const fuelUnits = { l: 'litri', kg: 'chilogrammi' } as const
const plain = crud('/fuels', {
  fields: {
    name: text('Nome'),
    code: optionalText('Codice', { max: 10 }),
    unit: v.optional(choice('Unità', fuelUnits), 'l'),
    color: optional(regexText('Colore', /^#[0-9a-f]{6}$/i, 'Il colore deve essere nella forma #rrggbb.')),
    gas: v.optional(flag('Gas'), false),
    premium: v.optional(flag('Speciale'), false),
    position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
    active: v.optional(flag('Attivo'), true),
  },
  row: { stations_count: v.number() },
  filters: { active: booleanParam, ...facets('active') },
  order: 'position',
  ok: ['Carburante creato', 'Carburante modificato', 'Carburante eliminato'],
  read: 'auth',
  write: 'settings.write',
  also: ['reorder'],
  only: ['list', 'create', 'update', 'remove'],
})
const FuelHint = v.pick(plain.list.output, ['id', 'name', 'code', 'unit', 'color', 'gas', 'premium'])

export const fuels = resource('fuels', {
  ...plain,
  /** The active fuels, by position. */
  suggest: get('/suggestions/fuels', {
    output: FuelHint,
    envelope: 'list',
    policy: 'auth',
    steady: true,
    kept: { place: 'page' },
  }),
})
