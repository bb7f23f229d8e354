import { commands as contract } from '../../../src/contract/overview/commands.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { tellLateExpirations } from '../expirations/late-notices.ts'
import { sumTold, type Teller } from '../notifications/notify.ts'
import { mimitImport } from '../prices/mimit-import.ts'
import { tellLateTickets } from '../tickets/sla-check.ts'

/** Tells by hand of what is late: of each thing at most once in 24 hours. Obligations come with their area. */
async function tellAllLate(teller: Teller) {
  const [expired, late] = [await tellLateExpirations(teller, 24), await tellLateTickets(teller, 24)]
  const { mails, pushes } = sumTold(expired.told, late.told)
  return { expirations: expired.count, obligations: 0, tickets: late.count, mails, pushes }
}

export default implement(contract, {
  async miseimport({ force = false }, context) {
    // What cannot run is not queued.
    if (!context.registry) throw problem.off('MIMIT')
    return startJob(mimitImport, { force }, force ? 'Registro e prezzi MIMIT, comunque' : 'Registro e prezzi MIMIT', context)
  },
  async notifylate(_, context) {
    context.audit({ action: 'comando' })
    return tellAllLate(context)
  },
})
