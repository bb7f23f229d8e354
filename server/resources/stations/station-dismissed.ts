import { areaEvent } from '../../lib/core/area-event.ts'
import type { Context } from '../../lib/core/context.ts'

/** Emitted with the id of a station that was dismissed. */
export const stationDismissed = areaEvent<number, Context>('station dismissed')
