import { cancelExpirationsOfStation } from './expirations/sync-expiration.ts'
import { ncsFollowTicket } from './inspections/ncs-follow-ticket.ts'
import { stationDismissed } from './stations/station-dismissed.ts'
import { ticketOutcome } from './tickets/ticket-outcome.ts'

// Reactions of other areas to an event of an area that does not know them.
stationDismissed.followedBy(cancelExpirationsOfStation)
ticketOutcome.followedBy(ncsFollowTicket)
