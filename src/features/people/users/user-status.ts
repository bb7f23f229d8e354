import type { Output } from '../../../contract/kernel/endpoint.ts'
import type { users } from '../../../contract/people/users.ts'
import type { Tone } from '../../../ui/StatusChip.tsx'

export type User = Output<typeof users.get>
/** Disabled, invited (no password yet) or enabled. */
export const userStatus = ({ enabled, invited }: Pick<User, 'enabled' | 'invited'>): { tone: Tone; label: string } =>
  !enabled ? { tone: 'neutral', label: 'Disabilitato' } : invited ? { tone: 'wait', label: 'Invitato' } : { tone: 'ok', label: 'Abilitato' }
