import { commands } from '../../../src/contract/overview/commands.ts'
import { known } from '../known.ts'

export default known(
  commands,
  {
    miseimport: { call: 'GET /commands/miseimport', policy: 'super' },
    events: { call: 'GET /commands/events', policy: 'super' },
    calendar: { call: 'GET /commands/calendar', policy: 'super' },
    notifylate: { call: 'GET /commands/notifylate', policy: 'super' },
  },
  { screens: [{ name: 'commands', path: '/impostazioni?scheda=comandi' }] },
)
