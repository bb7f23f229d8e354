import type { PolicyName } from '../contract/kernel/policies.ts'
import { can } from './session.ts'

/** A page the person may not open: shown by the error page with status 401, without ending the session (doc 0 §2, §6). */
export class AccessError extends Error {
  readonly status = 401
  readonly policy: PolicyName
  constructor(policy: PolicyName) {
    super('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    this.policy = policy
  }
}
/** For a route's `beforeLoad`: refuses whoever does not pass the policy. */
export const guard = (policy: PolicyName) => () => {
  if (!can(policy)) throw new AccessError(policy)
}
