import type { CommunicationStatus } from '../../contract/content/communications.ts'

export type CommunicationAction = 'update' | 'send' | 'unschedule' | 'correct' | 'remind' | 'remove'
/** What may be done in each state. Source: docs/spec/content.md#communications */
const allowed: Readonly<Record<CommunicationStatus, readonly CommunicationAction[]>> = {
  draft: ['update', 'send', 'remove'],
  scheduled: ['unschedule', 'remove'],
  sent: ['correct', 'remind', 'remove'],
}
export const mayAct = (status: CommunicationStatus, action: CommunicationAction) => allowed[status].includes(action)
/** Why an action is refused in a state. */
export const refusedAction: Readonly<Record<CommunicationStatus, string>> = {
  draft: 'La comunicazione è ancora una bozza.',
  scheduled: 'L’invio è programmato: annullarlo prima di modificare la comunicazione.',
  sent: 'La comunicazione è già stata inviata.',
}
