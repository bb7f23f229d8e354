import { commands as contract } from '../../../src/contract/overview/commands.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { tellAllLate } from '../expirations/late-notices.ts'
import { mimitImport } from '../prices/mimit-import.ts'

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
