import { commands as contract } from '../../../src/contract/overview/commands.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { mimitImport } from '../prices/mimit-import.ts'
import { noteCalendar, pushCalendar } from './calendar-push.ts'
import { notifyAllLate } from './late.ts'

export default implement(contract, {
  async miseimport({ force = false }, context) {
    // A command that cannot run is not queued.
    if (!context.registry) throw problem.off('MIMIT')
    return startJob(mimitImport, { force }, force ? 'Registro e prezzi MIMIT, comunque' : 'Registro e prezzi MIMIT', context)
  },
  calendar: (_, { calendar }) => ({ name: calendar?.name ?? null }),
  events: preparedWrite(
    async (_: object, { db, calendar, now }: Context) => {
      if (!calendar) throw problem.off('Calendario')
      return pushCalendar(db, calendar, now)
    },
    async (_, context, { events, left, due }) => {
      await noteCalendar(context.db, due)
      context.audit({ action: 'comando' })
      return { events, left }
    },
  ),
  async notifylate(_, context) {
    context.audit({ action: 'comando' })
    return notifyAllLate(context)
  },
})
