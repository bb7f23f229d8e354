import { commands as contract } from '../../../src/contract/overview/commands.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { notifyDueExpirations } from '../expirations/late-notices.ts'
import { type NotifyContext, sumCounts } from '../notifications/notify.ts'
import { mimitImport } from '../prices/mimit-import.ts'
import { notifyOverdueTickets } from '../tickets/sla-check.ts'

/** Notifies of everything that is late, each record at most once in 24 hours. Obligations are not built yet. */
async function notifyAllLate(context: NotifyContext) {
  const [expired, late] = [await notifyDueExpirations(context, 24), await notifyOverdueTickets(context, 24)]
  const { mails, pushes } = sumCounts(expired.sent, late.sent)
  return { expirations: expired.count, obligations: 0, tickets: late.count, mails, pushes }
}

export default implement(contract, {
  async miseimport({ force = false }, context) {
    // A command that cannot run is not queued.
    if (!context.registry) throw problem.off('MIMIT')
    return startJob(mimitImport, { force }, force ? 'Registro e prezzi MIMIT, comunque' : 'Registro e prezzi MIMIT', context)
  },
  /** There is no adapter of a calendar yet, so none can be configured. */
  events() {
    throw problem.off('Calendario')
  },
  async notifylate(_, context) {
    context.audit({ action: 'comando' })
    return notifyAllLate(context)
  },
})
