import { ant } from './models/ant.ts'
import { gpl } from './models/gpl.ts'
import { haccp } from './models/haccp.ts'
import { pass } from './models/pass.ts'
import type { ReadyModel } from './models/questions.ts'
import { vpv } from './models/vpv.ts'

/** The library of ready inspection models. Their keys are part of stored verifiche: labels may change, keys may not. */
export const readyModels: readonly ReadyModel[] = [vpv, ant, haccp, gpl, pass]
