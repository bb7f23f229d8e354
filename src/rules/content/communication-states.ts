import type { CommunicationStatus, CommunicationType } from '../../contract/content/communications.ts'

export type CommunicationAction = 'update' | 'send' | 'unschedule' | 'correct' | 'remind' | 'remove'
/** What may be done in each state. Source: docs/spec/content.md#communications */
const allowed: Readonly<Record<CommunicationStatus, readonly CommunicationAction[]>> = {
  draft: ['update', 'send', 'remove'],
  scheduled: ['unschedule', 'remove'],
  sent: ['correct', 'remind', 'remove'],
}
const isEvidence = (status: CommunicationStatus, type: CommunicationType) => type === 2 && status === 'sent'
export const mayAct = (status: CommunicationStatus, action: CommunicationAction, type: CommunicationType) =>
  allowed[status].includes(action) && !(action === 'remove' && isEvidence(status, type))
const refusedAction: Readonly<Record<CommunicationStatus, string>> = {
  draft: 'La comunicazione è ancora una bozza.',
  scheduled: 'L’invio è programmato: annullarlo prima di modificare la comunicazione.',
  sent: 'La comunicazione è già stata inviata.',
}
/** Why an action is refused in a state. */
export const refusal = (status: CommunicationStatus, type: CommunicationType, action: CommunicationAction): string =>
  action === 'remove' && isEvidence(status, type)
    ? 'Una comunicazione di controllo inviata non si elimina: le conferme provano chi ne ha preso visione.'
    : refusedAction[status]
