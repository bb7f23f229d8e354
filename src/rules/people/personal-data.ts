import { fiscalCodeFitsBirth } from '../../contract/kernel/italian-codes.ts'
import { allows } from '../../contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../contract/kernel/roles.ts'
import type { MaskedField } from '../../contract/people/personal.ts'

const DOTS = '••••'
const maskOf: Readonly<Record<MaskedField | 'iban', (text: string) => string>> = {
  // That of a company is no personal datum.
  fiscalCode: (text) => (text.length === 16 ? `${text.slice(0, 3)}${DOTS}${text.slice(-2)}` : text),
  identityCard: (text) => `${DOTS}${text.slice(-3)}`,
  residence: () => DOTS,
  iban: (text) => `${text.slice(0, 4)} ${DOTS} ${text.slice(-4)}`,
}
/** Whether a field is masked in answers and in the history. */
export const isMasked = (name: string): name is keyof typeof maskOf => Object.hasOwn(maskOf, name)
/** A record whose personal data are masked. Source: docs/spec/people.md#personal-data */
export const maskPersonal = <T extends object>(record: T): T =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isMasked(name) && typeof value === 'string' ? maskOf[name](value) : value]),
  ) as T

/** Whether a person sees what the managers earn and the cash they hold: read-only roles of stations do not. */
export const mayReadMoney = ({ roles, permissions }: { roles: readonly RoleName[]; permissions: readonly PermissionName[] }): boolean =>
  allows('mgmt.read', {
    roles: roles.filter((name) => name !== 'station_readonly'),
    permissions: permissions.filter((name) => name !== 'access_station_ro'),
  })

interface Person {
  bornDate?: string | null | undefined
  fiscalCode?: string | null | undefined
  identityCard?: string | null | undefined
  identityCardExpiration?: string | null | undefined
}
const yearsBefore = (day: string, years: number) => `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
/** The errors of a person's data by field. `today`: `YYYY-MM-DD`. Source: docs/spec/people.md#managers */
export function personErrors({ bornDate, fiscalCode, identityCard, identityCardExpiration }: Person, today: string) {
  const aged = !bornDate || (bornDate <= yearsBefore(today, 18) && bornDate >= yearsBefore(today, 100))
  return {
    bornDate: aged ? undefined : "L'età deve essere compresa tra 18 e 100 anni.",
    fiscalCode:
      fiscalCode && bornDate && !fiscalCodeFitsBirth(fiscalCode, bornDate)
        ? 'Il codice fiscale non corrisponde alla data di nascita.'
        : undefined,
    identityCardExpiration: identityCard && !identityCardExpiration ? "Il campo Scadenza carta d'identità è obbligatorio." : undefined,
  }
}
