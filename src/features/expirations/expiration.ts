import type { expirations } from '../../contract/expirations/expirations.ts'
import type { ExpirationType, Periodicity } from '../../contract/expirations/words.ts'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { REOPEN_DAYS } from '../../rules/expirations/due-dates.ts'
import { IconCalendar } from '../../ui/icons.tsx'

export type Expiration = Output<typeof expirations.get>
export type ExpirationRow = Output<typeof expirations.list>['data'][number]

export const words = {
  title: 'Scadenze',
  fresh: 'Nuova scadenza',
  thing: 'la scadenza',
  none: 'Nessuna scadenza.',
  icon: IconCalendar,
} as const

/** The usual periodicity of each type; types that are missing happen once. */
export const usualPeriodicity: Readonly<Partial<Record<ExpirationType, Periodicity>>> = {
  ...{ estintori: 'semiannual', metrica: 'biennial', terra: 'biennial', antincendio: 'quinquennial', serbatoi: 'biennial' },
  ...{ disoleatore: 'annual', registro: 'annual', assicurazione: 'annual' },
}
/** An expiration may be changed only while it is open. */
export const isEditable = ({ status, writable }: Pick<ExpirationRow, 'status' | 'writable'>) => writable && status === 'open'
/** The person who closed an expiration, or a super administrator, may reopen it within some days. */
export const mayReopen = ({ status, writable, closed_at, done_by }: Expiration, me: { id: number; roles: readonly string[] }) =>
  writable &&
  status !== 'open' &&
  !!closed_at &&
  Date.now() - Date.parse(closed_at) < REOPEN_DAYS * 86_400_000 &&
  (done_by?.id === me.id || me.roles.includes('superAdmin'))
export const stationOf = ({ station }: Pick<ExpirationRow, 'station'>) => (station ? `${station.code} ${station.name}` : 'Tutta la rete')
