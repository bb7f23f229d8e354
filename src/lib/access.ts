import type { PolicyName } from '../contract/kernel/policies.ts'
import { can } from './session.ts'

/** The person may not open this page. The error page shows it with status 401, and the session goes on. */
export class AccessError extends Error {
  readonly status = 401
  readonly policy: PolicyName
  constructor(policy: PolicyName) {
    super('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    this.policy = policy
  }
}
/** For a route's `beforeLoad`: refuses anyone who does not pass the policy. */
export const guard = (policy: PolicyName) => () => {
  if (!can(policy)) throw new AccessError(policy)
}
