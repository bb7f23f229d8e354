import { areaEvent } from '../../lib/core/area-event.ts'
import type { Context } from '../../lib/core/context.ts'

/** A station, by its id, is given up for good. */
export const stationDismissed = areaEvent<number, Context>('station dismissed')
