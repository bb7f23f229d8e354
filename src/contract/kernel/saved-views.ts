import * as v from 'valibot'
import { crud } from './crud.ts'
import { get, resource } from './endpoint.ts'
import { flag, text } from './fields.ts'
import { roleNames } from './roles.ts'

/** (+) How a list is looked at: filters, order and arrangement, kept under a name; private, for roles, or for who has its link. */
export const ViewKey = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo della vista non è valido."))
const short = v.pipe(v.string(), v.maxLength(200))
const scalar = v.union([short, v.number(), v.boolean()])
/** Parameters of the list, as they stand in the address. */
export const ViewSearch = v.record(v.pipe(v.string(), v.maxLength(60)), v.union([scalar, v.pipe(v.array(scalar), v.maxLength(100))]))
const headings = v.pipe(v.array(short), v.maxLength(100))
/** As in `crud/list-layout.ts`. */
export const ViewLayout = v.object({
  order: v.optional(headings),
  hidden: v.optional(headings),
  widths: v.optional(v.record(short, v.pipe(v.number(), v.minValue(1), v.maxValue(2_000)))),
  density: v.optional(v.picklist(['compact', 'normal', 'wide'])),
})
const roles = v.pipe(v.array(v.picklist(roleNames)), v.maxLength(roleNames.length))
const fields = {
  /** Named by who saves it, so that one that was deleted can come back under the same link. */
  key: ViewKey,
  /** Name of the list: `banks.list`. */
  screen: text('Elenco', { max: 100 }),
  name: text('Nome', { max: 60 }),
  /** Who sees it besides its owner; only administrators share. */
  roles: v.optional(roles, []),
  search: v.optional(ViewSearch, {}),
  layout: v.optional(ViewLayout, {}),
  /** The list opens with it: for its owner, and where it is shared for those who have none of their own. */
  standard: v.optional(flag('Vista predefinita'), false),
}
const plain = crud('/saved-views', {
  fields,
  row: { created_by: v.nullable(v.number()) },
  ok: ['Vista salvata', 'Vista aggiornata', 'Vista eliminata'],
  read: 'auth',
  write: 'auth',
  only: ['create', 'update', 'remove'],
})
export const SavedView = v.object({ ...plain.create.output.entries, roles, created_by: v.nullable(v.number()) })
export type SavedView = v.InferOutput<typeof SavedView>

export const savedViews = resource('saved_views', {
  ...plain,
  /** One's own, and those shared with one's roles, of all lists, by name. */
  list: get('/saved-views', { output: SavedView, envelope: 'list', policy: 'auth' }),
  /** For who has its link; null where it is gone. */
  get: get('/saved-views/links/{key}', { params: v.object({ key: ViewKey }), output: v.nullable(SavedView), policy: 'auth' }),
})
