import { type BlockReason, blockReasons, type CardStatus, type CardType, cardStatuses } from '../../contract/cards/words.ts'
import { requiredIf } from '../../contract/kernel/fields.ts'
import { allows, type PolicyName, type Rights } from '../../contract/kernel/policies.ts'
import { italianDay } from '../shared/italian.ts'

/** What a change of state asks for: nothing, a reason in words, one of the reasons for a block, or a new expiry. */
export type Asks = 'nothing' | 'reason' | 'block' | 'expiry'
export interface CardTransition {
  from: readonly CardStatus[]
  to: CardStatus
  /** 'Sospendi' */
  verb: string
  asks: Asks
  policy: PolicyName
}
const write = 'cards.write'
/** The changes of state that a person can make. Source: docs/spec/cards.md#states-of-a-card */
export const cardTransitions: readonly CardTransition[] = [
  { from: ['to_activate'], to: 'active', verb: 'Attiva', asks: 'nothing', policy: write },
  { from: ['suspended'], to: 'active', verb: 'Riattiva', asks: 'nothing', policy: write },
  // Only accounting and super administrators, who are also those who may delete cards.
  { from: ['blocked'], to: 'active', verb: 'Sblocca', asks: 'reason', policy: 'cards.delete' },
  { from: ['expired'], to: 'active', verb: 'Rinnova', asks: 'expiry', policy: write },
  { from: ['active'], to: 'suspended', verb: 'Sospendi', asks: 'reason', policy: write },
  { from: ['active', 'suspended'], to: 'blocked', verb: 'Blocca', asks: 'block', policy: write },
  { from: ['active', 'suspended', 'blocked', 'expired'], to: 'replaced', verb: 'Riemetti', asks: 'reason', policy: write },
  { from: ['to_activate', 'active', 'suspended', 'blocked', 'expired'], to: 'terminated', verb: 'Cessa', asks: 'reason', policy: write },
]
/** States that no change leads out of. */
export const isFinal = (status: CardStatus) => status === 'replaced' || status === 'terminated'
export const needsPlate = (type: CardType) => type === 'credit' || type === 'gpl'
export const mayChangePlate = (status: CardStatus) => status === 'to_activate' || status === 'active' || status === 'suspended'
/** States in which a card expires by itself the night after its last day. */
export const expiringStates: readonly CardStatus[] = ['to_activate', 'active', 'suspended']

interface Stated {
  status: CardStatus
  block_reason: BlockReason | null
}
/** A lost or stolen card is in unknown hands, so it never comes back into use. */
const isLost = ({ block_reason }: Stated) => block_reason === 'smarrimento' || block_reason === 'furto' || block_reason === 'frode'
export const transitionOf = (from: CardStatus, to: CardStatus) => cardTransitions.find((one) => one.from.includes(from) && one.to === to)
/** The changes of state that are offered to a person: nobody activates a card of a customer who is not active. */
export const offeredTransitions = (card: Stated & { customer_active: boolean }, holder: Rights): CardTransition[] =>
  cardTransitions.filter(
    ({ from, to, policy }) =>
      from.includes(card.status) &&
      allows(policy, holder) &&
      !(to === 'active' && (!card.customer_active || (card.status === 'blocked' && isLost(card)))),
  )
/** The sentence that refuses a change of state, whoever asks for it; undefined if it is allowed. */
export function transitionRefusal(card: Stated, to: CardStatus): string | undefined {
  if (!transitionOf(card.status, to)) return `Passaggio di stato non consentito: da "${cardStatuses[card.status]}" a "${cardStatuses[to]}".`
  if (card.status === 'blocked' && to === 'active' && isLost(card))
    return 'Una tessera smarrita o rubata non può essere riattivata: riemettere la tessera.'
  return undefined
}

/** The sentences by field for what a change of state asks for and was not given rightly. @param today `YYYY-MM-DD` */
export function changeFaults(
  asks: Asks,
  { reason, expires_at }: { reason?: string | null | undefined; expires_at?: string | null | undefined },
  today: string,
): Record<'reason' | 'expires_at', string | undefined> {
  const late = expires_at && expires_at <= today ? 'La scadenza deve essere successiva a oggi.' : undefined
  return {
    reason:
      requiredIf(asks === 'reason' || asks === 'block', 'Motivo', reason) ??
      (asks === 'block' && !Object.hasOwn(blockReasons, reason!) ? 'Il valore del campo Motivo non è ammesso.' : undefined),
    expires_at: asks === 'expiry' ? (requiredIf(true, 'Nuova scadenza', expires_at) ?? late) : undefined,
  }
}

interface Activated {
  type: CardType
  plate: string | null
  expires_at: string
  tank_expiration: string | null
}
/** The sentence that keeps a card from coming into use on the day `today` (`YYYY-MM-DD`); undefined if nothing does. */
export function activationRefusal(card: Activated, customerActive: boolean, today: string): string | undefined {
  if (!customerActive) return 'Il cliente è disattivato.'
  if (needsPlate(card.type) && !card.plate) return 'Prima di attivare la tessera indicare la targa.'
  if (card.expires_at < today) return `La tessera è scaduta il ${italianDay(card.expires_at)}: rinnovarla con una nuova scadenza.`
  if (card.type === 'gpl' && card.tank_expiration && card.tank_expiration < today)
    return `Il serbatoio GPL è scaduto il ${italianDay(card.tank_expiration)}.`
  return undefined
}
/** The sentence that refuses another plate; undefined if it may be changed. */
export const plateRefusal = (status: CardStatus): string | undefined =>
  isFinal(status)
    ? 'Impossibile cambiare targa a una tessera cessata.'
    : mayChangePlate(status)
      ? undefined
      : `La targa di una tessera ${cardStatuses[status].toLowerCase()} non si può cambiare.`
