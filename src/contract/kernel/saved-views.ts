import * as v from 'valibot'
import { crud } from './crud.ts'
import { get, resource } from './endpoint.ts'
import { flag, text } from './fields.ts'
import { roleNames } from './roles.ts'

/** (+) A saved view: filters, order and layout of a list under a name. It is private, shared with roles, or reachable by its link. */
export const ViewKey = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo della vista non è valido."))
const short = v.pipe(v.string(), v.maxLength(200))
const scalar = v.union([short, v.number(), v.boolean()])
/** Search parameters of the list, as in the address. */
export const ViewSearch = v.record(v.pipe(v.string(), v.maxLength(60)), v.union([scalar, v.pipe(v.array(scalar), v.maxLength(100))]))
const headings = v.pipe(v.array(short), v.maxLength(100))
/** The layout of `src/crud/list/list-layout.ts`. */
export const ViewLayout = v.object({
  order: v.optional(headings),
  hidden: v.optional(headings),
  shown: v.optional(headings),
  widths: v.optional(v.record(short, v.pipe(v.number(), v.minValue(1), v.maxValue(2_000)))),
  density: v.optional(v.picklist(['compact', 'normal', 'wide'])),
})
const roles = v.pipe(v.array(v.picklist(roleNames)), v.maxLength(roleNames.length))
const fields = {
  /** Chosen by the client, so that undoing a deletion restores the view under the same link. */
  key: ViewKey,
  /** Name of the list: `banks.list`. */
  screen: text('Elenco', { max: 100 }),
  name: text('Nome', { max: 60 }),
  /** Roles that see it besides its owner. Only administrators may share. */
  roles: v.optional(roles, []),
  search: v.optional(ViewSearch, {}),
  layout: v.optional(ViewLayout, {}),
  /** The list opens with this view: for its owner and, if shared, for those who have no default of their own. */
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
  /** The caller's own views and those shared with the caller's roles, of all lists, by name. */
  list: get('/saved-views', { output: SavedView, envelope: 'list', policy: 'auth' }),
  /** The view of a link; null if it was deleted. */
  get: get('/saved-views/links/{key}', { params: v.object({ key: ViewKey }), output: v.nullable(SavedView), policy: 'auth' }),
})
