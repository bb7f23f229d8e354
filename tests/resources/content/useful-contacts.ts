import { contactContainers, contactItems, usefulContacts } from '../../../src/contract/content/useful-contacts.ts'
import { known } from '../known.ts'
import { plain } from '../plain.ts'
import type { Scene } from '../scene.ts'

const TESTED = 'tests/api/content/useful-contacts.test.ts'

const scope = 'contacts of the whole network'
/** A category with a container in it, made for a write. */
async function place({ admin }: Scene) {
  const category = (await admin.post('/useful-contacts', { name: `Prova ${Math.random()}` })).body.data
  const container = (await admin.post('/useful-contacts/containers', { category_id: category.id, name: 'Prova' })).body.data
  return { category_id: category.id, container_id: container.id }
}
const path = '/useful-contacts/containers'
const item = { label: 'Reperibile', kind: 'telefono', value: '112' }

export const categories = plain(usefulContacts, {
  path: '/useful-contacts',
  table: 'contact_categories',
  model: 'contact_category',
  entity: 'useful-contacts',
  read: 'contacts.read',
  write: 'contacts.write',
  scope,
  reorder: true,
  writer: 'p.station_support',
  stranger: 'rete',
  body: { name: 'Vigilanza', icon: 'assistenza', roles: ['station', 'network_manager'], position: 9 },
  change: { name: 'Vigilanza notturna' },
  refused: {
    name: ['', 'Il campo Nome è obbligatorio.'],
    icon: ['capo', 'Il valore del campo Icona non è ammesso.'],
  },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  screens: [
    { name: 'contacts', path: '/contatti-utili' },
    { name: 'contact form', path: '/contatti-utili?parte=categoria&modulo=nuovo' },
  ],
})

export const containers = known(
  contactContainers,
  {
    create: {
      call: `POST ${path}`,
      testedIn: TESTED,
      policy: 'contacts.write',
      write: async (scene) => {
        const { category_id } = await place(scene)
        return () => scene.admin.post(path, { category_id, name: 'Notte' }, scene.headers)
      },
      leaves: 'creazione, contact-containers, named, contact_container created',
    },
    update: {
      call: `PUT ${path}/{id}`,
      testedIn: TESTED,
      policy: 'contacts.write',
      revised: true,
      write: async (scene) => {
        const { container_id } = await place(scene)
        return () => scene.admin.put(`${path}/${container_id}`, { name: 'Altra', rev: 1 }, scene.headers)
      },
      leaves: 'modifica, contact-containers, named, contact_container updated',
    },
    remove: {
      call: `DELETE ${path}/{id}`,
      testedIn: TESTED,
      policy: 'contacts.write',
      write: async (scene) => {
        const { container_id } = await place(scene)
        return () => scene.admin.del(`${path}/${container_id}`, scene.headers)
      },
      leaves: 'eliminazione, contact-containers, named, contact_container deleted',
    },
    reorder: {
      call: `PUT ${path}/order`,
      testedIn: TESTED,
      status: 204,
      policy: 'contacts.write',
      write: async (scene) => {
        const { category_id, container_id } = await place(scene)
        const { id } = (await scene.admin.post(path, { category_id, name: 'Seconda' })).body.data
        return () => scene.admin.put(`${path}/order`, { ids: [id, container_id], was: [container_id, id] }, scene.headers)
      },
      leaves: 'modifica, contact-containers, of nothing, contact_container updated',
    },
  },
  { history: { contact_container: 'contact_containers' } },
)

export const items = known(
  contactItems,
  {
    create: {
      call: `POST ${path}/items`,
      testedIn: TESTED,
      policy: 'contacts.write',
      write: async (scene) => {
        const { container_id } = await place(scene)
        return () => scene.admin.post(`${path}/items`, { ...item, container_id }, scene.headers)
      },
      leaves: 'creazione, contact-items, named, contact_item created',
    },
    update: {
      call: `PUT ${path}/items/{id}`,
      testedIn: TESTED,
      policy: 'contacts.write',
      revised: true,
      write: async (scene) => {
        const { container_id } = await place(scene)
        const { id } = (await scene.admin.post(`${path}/items`, { ...item, container_id })).body.data
        return () => scene.admin.put(`${path}/items/${id}`, { label: 'Altro', rev: 1 }, scene.headers)
      },
      leaves: 'modifica, contact-items, named, contact_item updated',
    },
    remove: {
      call: `DELETE ${path}/items/{id}`,
      testedIn: TESTED,
      policy: 'contacts.write',
      write: async (scene) => {
        const { container_id } = await place(scene)
        const { id } = (await scene.admin.post(`${path}/items`, { ...item, container_id })).body.data
        return () => scene.admin.del(`${path}/items/${id}`, scene.headers)
      },
      leaves: 'eliminazione, contact-items, named, contact_item deleted',
    },
    reorder: {
      call: `PUT ${path}/items/order`,
      testedIn: TESTED,
      status: 204,
      policy: 'contacts.write',
      write: async (scene) => {
        const { container_id } = await place(scene)
        const make = async () => (await scene.admin.post(`${path}/items`, { ...item, container_id })).body.data.id as number
        const was = [await make(), await make()]
        return () => scene.admin.put(`${path}/items/order`, { ids: was.toReversed(), was }, scene.headers)
      },
      leaves: 'modifica, contact-items, of nothing, contact_item updated',
    },
  },
  { history: { contact_item: 'contact_items' } },
)
