import { mailSettled } from '../lib/jobs/mail-settled.ts'
import { cardActivated } from './cards/card-activated.ts'
import { couponMailSettled } from './coupons/print.ts'
import { cancelExpirationsOfStation } from './expirations/sync-expiration.ts'
import { needCompletedRequest } from './gpl/complete.ts'
import { ncsFollowTicket } from './inspections/ncs-follow-ticket.ts'
import { stationDismissed } from './stations/station-dismissed.ts'
import { ticketOutcome } from './tickets/ticket-outcome.ts'

// Reactions of other areas to an event of an area that does not know them.
cardActivated.followedBy(needCompletedRequest)
mailSettled.followedBy(couponMailSettled)
stationDismissed.followedBy(cancelExpirationsOfStation)
ticketOutcome.followedBy(ncsFollowTicket)
