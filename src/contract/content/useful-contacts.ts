import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choice, choices, integer, longText, optional, optionalText, reference, text } from '../kernel/fields.ts'
import { booleanParam } from '../kernel/filters.ts'
import { roleLabels } from '../kernel/roles.ts'

/** What a contact is, which decides how its value is checked and what a tap on it does. */
export const contactKinds = {
  telefono: 'Telefono',
  cellulare: 'Cellulare',
  email: 'Email',
  pec: 'PEC',
  link: 'Link',
  indirizzo: 'Indirizzo',
  testo: 'Testo',
} as const
export type ContactKind = keyof typeof contactKinds
export const contactIcons = {
  emergenza: 'Emergenza',
  assistenza: 'Assistenza',
  ufficio: 'Ufficio',
  fornitore: 'Fornitore',
  ente: 'Ente',
} as const

const position = v.optional(integer('Posizione', { min: 0, max: 9999 }))
/** Deleting what holds others needs it; without it the answer is 409 with their number. */
const withForce = { query: v.object({ force: booleanParam }) }
const options = { read: 'contacts.read', write: 'contacts.write', only: ['create', 'update', 'remove'], also: ['reorder'] } as const

const category = crud('/useful-contacts', {
  fields: {
    name: text('Nome', { max: 120 }),
    icon: optional(choice('Icona', contactIcons)),
    /** Empty: for everybody who may see the page. */
    roles: v.optional(choices('Visibile a', roleLabels), []),
    position,
  },
  ok: ['Categoria Creata', 'Categoria modificata', 'Categoria eliminata'],
  ...options,
})
const container = crud('/useful-contacts/containers', {
  fields: {
    category_id: reference('Categoria'),
    name: text('Nome', { max: 120 }),
    description: longText('Descrizione'),
    position,
  },
  ok: ['Contenitore Creato', 'Contenitore modificato', 'Contenitore eliminato'],
  ...options,
})
const item = crud('/useful-contacts/containers/items', {
  fields: {
    container_id: reference('Contenitore'),
    label: text('Etichetta', { max: 120 }),
    kind: choice('Tipo', contactKinds),
    /** Checked by the kind. */
    value: text('Valore', { max: 500 }),
    note: optionalText('Note', { max: 500 }),
    position,
  },
  ok: ['Elemento Creato', 'Elemento modificato', 'Elemento eliminato'],
  ...options,
})
const Item = item.create.output
const Container = v.object({ ...container.create.output.entries, items: v.array(Item) })
const Category = v.object({ ...category.create.output.entries, containers: v.array(Container) })
export type ContactItem = v.InferOutput<typeof Item>
export type ContactContainer = v.InferOutput<typeof Container>
export type ContactCategory = v.InferOutput<typeof Category>

export const usefulContacts = resource('useful-contacts', {
  /** The whole directory in its order: the categories for one of the caller's roles, with containers and items. */
  list: get('/useful-contacts', {
    query: v.object({}),
    output: Category,
    envelope: 'list',
    policy: 'contacts.read',
    steady: true,
    kept: { place: 'page' },
  }),
  ...category,
  remove: { ...category.remove, ...withForce },
})
const touches = ['useful-contacts'] as const
export const contactContainers = resource('contact-containers', {
  create: { ...container.create, touches },
  update: { ...container.update, touches },
  remove: { ...container.remove, ...withForce, touches },
  reorder: { ...container.reorder, touches },
})
export const contactItems = resource('contact-items', {
  create: { ...item.create, touches },
  update: { ...item.update, touches },
  remove: { ...item.remove, touches },
  reorder: { ...item.reorder, touches },
})
