import { cancelExpirationsOfStation } from './expirations/sync-expiration.ts'
import { ncsFollowTicket } from './inspections/ncs-follow-ticket.ts'
import { stationDismissed } from './stations/station-dismissed.ts'
import { ticketOutcome } from './tickets/ticket-outcome.ts'

// What other areas do when something happens in one that does not know them.
stationDismissed.followedBy(cancelExpirationsOfStation)
ticketOutcome.followedBy(ncsFollowTicket)
