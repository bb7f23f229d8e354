import * as v from 'valibot'
import { wholeNumber } from './crud.ts'

/** 127 years: a clock without a battery begins at 1970. */
const MAX_CLOCK_S = 4_000_000_000
/** Seconds that the device's clock was behind (negative: ahead) when it noted a moment, as far as it knew; 0 if it was right. */
export const deviceClock = { clock_behind_s: v.optional(wholeNumber(-MAX_CLOCK_S, MAX_CLOCK_S)) }
