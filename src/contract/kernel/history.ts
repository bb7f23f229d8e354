import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { get, list, post, resource } from './endpoint.ts'
import { date, optional, revision } from './fields.ts'
import { anyId, anyText } from './filters.ts'

const values = v.nullable(v.record(v.string(), v.unknown()))
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))
export const Change = v.object({
  id: v.number(),
  model: v.string(),
  model_id: v.number(),
  /** `created`, `updated`, `deleted`, `restored`, `status`. */
  event: v.string(),
  old: values,
  new: values,
  user: person,
  /** The job that made the change, if any. */
  batch_id: v.nullable(v.string()),
  created_at: v.string(),
  /** Names of what the values refer to, such as `PV001 Fidenza` under `station_id:1`. */
  names: v.optional(v.record(v.string(), v.string())),
})
export type Change = v.InferOutput<typeof Change>
/** A change beside the current record. */
export const Compared = v.object({
  ...Change.entries,
  /** Null if the record is gone, or cannot be read from here. */
  current: values,
  /** False for a model whose changes are only logged: `current` is null, and whether the record is still there is not known. */
  readable: v.boolean(),
  /** Fields that the caller may revert. */
  revertible: v.array(v.string()),
  /** Revertible fields that were changed again since, with the last author and instant. */
  conflicts: v.array(v.object({ field: v.string(), user: person, at: v.nullable(v.string()) })),
})
export type Compared = v.InferOutput<typeof Compared>

/**
 * What has a history, by the name it has there. Who writes under another name does not compile, and what needs a line for each asks for it by
 * `Record<HistoryModel, …>`: src/rules/overview/history-models.ts, revertible.ts and undoers.ts in server/resources/overview.
 */
export type HistoryModel =
  | 'available_service'
  | 'bank'
  | 'card'
  | 'cash_fund'
  | 'communication'
  | 'competitor'
  | 'customer'
  | 'contact_category'
  | 'contact_container'
  | 'contact_item'
  | 'coupon'
  | 'coupon_order'
  | 'default_mail'
  | 'dispenser'
  | 'document'
  | 'ecommerce_category'
  | 'ecommerce_order'
  | 'ecommerce_product'
  | 'ecommerce_tag'
  | 'expiration'
  | 'extinguisher_interval'
  | 'fire_extinguisher'
  | 'fuel'
  | 'gpl_card_request'
  | 'gpl_course'
  | 'gun'
  | 'inspection'
  | 'inspection_category'
  | 'inspection_model'
  | 'management'
  | 'management_obligation'
  | 'manager'
  | 'network_device'
  | 'non_conformity'
  | 'notification_group'
  | 'obligation'
  | 'pay_batch'
  | 'oil_separator'
  | 'pos'
  | 'price'
  | 'qr_code'
  | 'remuneration'
  | 'saved_view'
  | 'settings'
  | 'station'
  | 'station_acl'
  | 'station_bills'
  | 'station_detailed_openings'
  | 'station_device'
  | 'station_employee'
  | 'station_fuels'
  | 'station_image'
  | 'station_networks'
  | 'station_note'
  | 'station_openings'
  | 'station_phones'
  | 'station_services'
  | 'support_document'
  | 'tank'
  | 'tank_maintenance'
  | 'ticket'
  | 'ticket_category'
  | 'user'
const period = { from: optional(date('Dal')), to: optional(date('Al')) }
export const history = resource('history', {
  /** Changes of the models that the caller may see, within the caller's stations. `field`: only changes of one of these fields. */
  list: list('/models/history', {
    query: v.object({
      ...{ ...ListQuery.entries, ...period },
      ...{
        model: anyText,
        model_id: anyId,
        /** Of a management and of what belongs to it. */ management_id: anyId,
        event: anyText,
        user_id: anyId,
        field: anyText,
      },
    }),
    output: Change,
    policy: 'history.read',
    order: '-created_at',
  }),
  /** (+) */
  get: get('/models/history/{id}', { output: Compared, policy: 'history.read' }),
  /** (+) Reverts fields to their values before the change. `rev` is the revision that the person saw. A caller who may not change the record gets 403. */
  revert: post('/models/history/{id}/revert', {
    body: v.object({
      fields: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1, 'Scegli almeno un campo.'), v.maxLength(100)),
      rev: revision,
    }),
    output: Compared,
    success: [200],
    ok: 'Valori ripristinati',
    policy: 'history.read',
  }),
})
