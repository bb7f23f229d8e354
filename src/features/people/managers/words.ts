import type { Output } from '../../../contract/kernel/endpoint.ts'
import type { managements } from '../../../contract/people/managements.ts'
import type { managers } from '../../../contract/people/managers.ts'
import type { stationEmployees } from '../../../contract/people/station-employees.ts'
import { IconClipboardText, IconUsers } from '../../../ui/icons.tsx'

export type Manager = Output<typeof managers.get>
export type ManagerRow = Output<typeof managers.list>['data'][number]
export type Employee = Output<typeof stationEmployees.get>
export type EmployeeRow = Output<typeof stationEmployees.list>['data'][number]
export type Management = Output<typeof managements.get>
export type ManagementRow = Output<typeof managements.list>['data'][number]

export const managerWords = {
  title: 'Gestori',
  fresh: 'Nuovo gestore',
  thing: 'il gestore',
  none: 'Nessun gestore.',
  icon: IconUsers,
} as const
export const employeeWords = {
  title: 'Dipendenti stazione',
  fresh: 'Nuovo dipendente',
  thing: 'il dipendente',
  none: 'Nessun dipendente.',
  icon: IconUsers,
} as const
export const managementWords = {
  title: 'Gestioni',
  fresh: 'Nuova gestione',
  thing: 'la gestione',
  none: 'Nessuna gestione.',
  icon: IconClipboardText,
} as const

/** "Rossi Mario" */
export const nameOf = ({ name, lastname }: { name: string; lastname: string }) => `${lastname} ${name}`
export const placeOf = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
/** Where a management is seen. */
export const managementLink = (id: number) =>
  ({ to: '/stazioni/manager/{-$id}', params: { id: undefined }, search: { gestione: id } }) as const
