import { commands as contract } from '../../src/contract/commands.ts'
import { implement } from '../lib/implement.ts'
import { problem } from '../lib/problem.ts'
import { start } from './jobs.ts'
import { tellAllLate } from './late-notices.ts'
import { mimitImport } from './mimit-import.ts'

export default implement(contract, {
  async miseimport({ force = false }, context) {
    // What cannot run is not queued.
    if (!context.registry) throw problem.off('MIMIT')
    return start(mimitImport, { force }, force ? 'Registro e prezzi MIMIT, comunque' : 'Registro e prezzi MIMIT', context)
  },
  async notifylate(_, context) {
    context.audit({ action: 'comando' })
    return tellAllLate(context)
  },
})
