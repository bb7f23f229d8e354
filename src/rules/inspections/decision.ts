import type { RoleName } from '../../contract/kernel/roles.ts'

/** `impossible`: not as things stand, whoever asks; `forbidden`: not this person. */
export type Decision = 'yes' | 'forbidden' | 'impossible'
/** The person who asks. */
export interface Person {
  readonly id: number
  readonly roles: readonly RoleName[]
}
