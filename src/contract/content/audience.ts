import * as v from 'valibot'
import { choices, reference } from '../kernel/fields.ts'
import { roleLabels } from '../kernel/roles.ts'

const ids = (label: string) => v.optional(v.pipe(v.array(reference(label)), v.maxLength(5_000, 'Le voci scelte sono troppe.')), [])
/** People, chosen by role, by station (those it is assigned to) and one by one. */
export const audienceFields = { roles: v.optional(choices('Ruoli', roleLabels), []), stations: ids('Punti vendita'), users: ids('Persone') }
export type AudienceInput = v.InferOutput<v.ObjectSchema<typeof audienceFields, undefined>>
/** Whom a choice reaches: how many, and the first of them by name. */
export const Reached = v.object({ total: v.number(), people: v.array(v.object({ id: v.number(), name: v.string(), email: v.string() })) })
export type Reached = v.InferOutput<typeof Reached>
/** So many people are named. */
export const NAMED = 200
/** The stations and people of a choice by name, so that a form can show them. */
export const chosenNames = {
  station_names: v.array(v.object({ id: v.number(), code: v.string(), name: v.string() })),
  user_names: v.array(v.object({ id: v.number(), name: v.string() })),
}
