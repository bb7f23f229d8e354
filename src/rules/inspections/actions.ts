import type { InspectionRow, InspectionStatus } from '../../contract/inspections/inspections.ts'
import type { Decision, Person } from './decision.ts'

/**
 * The actions on a verifica, by state and person (docs/spec/inspections.md#states): the one table that the buttons ask before they are shown and the server
 * before it does anything.
 */
type Party = 'owner' | 'superAdmin' | 'network_manager'
interface Rule {
  from: readonly InspectionStatus[]
  by: readonly Party[]
  /** Restricts the action to verifiche completed before their station was known (`incompleta`), or to the others; left out, both. */
  incomplete?: boolean
}
const OPEN = ['planned', 'draft'] as const
/** Completed, so that there is a verbale. */
export const CLOSED = ['completed', 'approved'] as const
const rules = {
  /** Begins a planned verifica. */
  begin: [{ from: ['planned'], by: ['owner', 'superAdmin'] }],
  fill: [{ from: OPEN, by: ['owner'] }],
  complete: [{ from: OPEN, by: ['owner'] }],
  cancel: [{ from: OPEN, by: ['owner', 'superAdmin'] }],
  approve: [{ from: ['completed'], by: ['superAdmin', 'network_manager'], incomplete: false }],
  reopen: [{ from: ['completed'], by: ['superAdmin'] }],
  /** Asks for the checks that could not be made on that day; only the inspector who was there may answer. */
  resume: [{ from: ['completed'], by: ['owner'], incomplete: true }],
  send: [{ from: CLOSED, by: ['owner', 'superAdmin'] }],
  /** An approved one stays for good. */
  remove: [
    { from: [...OPEN, 'cancelled'], by: ['owner', 'superAdmin'] },
    { from: ['completed'], by: ['superAdmin'] },
  ],
} satisfies Record<string, readonly Rule[]>
export type InspectionAction = keyof typeof rules
export const INSPECTION_ACTIONS = Object.keys(rules) as InspectionAction[]

/** As far as the rules look at a verifica. */
export type ActionSubject = Pick<InspectionRow, 'status' | 'outcome'> & { inspector_id: number }

/** The parts a person has in a verifica within reach. Who no longer makes verifiche owns none. */
function partiesOf({ id, roles }: Person, { inspector_id }: ActionSubject): Party[] {
  const owner = inspector_id === id && (roles.includes('inspection') || roles.includes('superAdmin'))
  return [...(owner ? (['owner'] as const) : []), ...(['superAdmin', 'network_manager'] as const).filter((role) => roles.includes(role))]
}
/** True if a person who sees a verifica may do this with it. */
export function decideAction(action: InspectionAction, inspection: ActionSubject, person: Person): Decision {
  const { status, outcome } = inspection
  const incomplete = outcome === 'incompleta'
  const open = (rules[action] as readonly Rule[]).filter(
    (way) => way.from.includes(status) && (way.incomplete ?? incomplete) === incomplete,
  )
  if (!open.length) return 'impossible'
  const parts = partiesOf(person, inspection)
  return open.some((way) => way.by.some((part) => parts.includes(part))) ? 'yes' : 'forbidden'
}

type WithStatus = { readonly status: InspectionStatus }
/** Still to be made: worked on under the name its device gave it. */
export const isOpen = ({ status }: WithStatus) => (OPEN as readonly InspectionStatus[]).includes(status)
/** Takes changes again once somebody has reopened it. */
export const canBeReopened = ({ status }: WithStatus) => (rules.reopen as readonly Rule[]).some(({ from }) => from.includes(status))
/** Why a verifica that is no longer open takes no change. */
export const lockedMessage = ({ status }: WithStatus) =>
  `La verifica è ${status === 'cancelled' ? 'annullata' : status === 'approved' ? 'approvata' : 'completata'} e non può essere modificata.`
/** Has a verbale. */
export const isClosed = ({ status }: WithStatus) => (CLOSED as readonly InspectionStatus[]).includes(status)
