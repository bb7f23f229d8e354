import type { cards } from '../../db/schema/cards/cards.ts'
import { areaEvent } from '../../lib/core/area-event.ts'
import type { Context } from '../../lib/core/context.ts'

/** A card is to come into use for the first time. A follower that throws keeps it from that: a GPL card needs a completed request. */
export const cardActivated = areaEvent<typeof cards.$inferSelect, Pick<Context, 'db' | 'user' | 'now'>>('cardActivated')
