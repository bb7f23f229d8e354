import { post, type Subjects } from '../subject.ts'

/** What the whole network shares. */
export const settings = {
  banks: {
    async make(world) {
      const { id } = await post(world, '/banks', {
        ...{ name: 'Banca del Ponte', abi: '05428', iban: 'IT60X0542811101000000123456', branch: 'Filiale di Fidenza' },
        ...{ contact: 'Ada Ferri', phone: '+390524111222', email: 'filiale@example.it', active: true, note: 'Nota della banca' },
        cards: [
          { number: '•••• 7311', kind: 'carburante', holder: 'Ugo Neri', expires_at: '2029-05-31', note: 'Nota della carta' },
          { number: '•••• 7322', kind: 'versamento', holder: 'Ivo Bassi', expires_at: '2030-06-30', note: 'Altra nota' },
        ],
      })
      return {
        id,
        list: '/stazioni/banche?search=Ponte',
        page: { dati: `/stazioni/banche/${id}`, carte: `/stazioni/banche/${id}?scheda=carte` },
        form: [`/stazioni/banche?search=Ponte&modulo=${id}`, 'Modifica banca'],
      }
    },
  },
  available_services: {
    async make(world) {
      const { id } = await post(world, '/available_services', { name: 'Officina mobile', category: 'auto', position: 77, active: false })
      const list = '/servizi?search=Officina%20mobile'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica servizio'] }
    },
  },
  fuels: {
    async make(world) {
      const body = { name: 'Idrogeno', code: 'H2X', unit: 'kg', color: '#0b5563', gas: true, premium: false, position: 88, active: true }
      const { id } = await post(world, '/fuels', body)
      const list = '/impostazioni?scheda=carburanti&search=Idrogeno'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica carburante'] }
    },
  },
  extinguisher_intervals: {
    async make(world) {
      const body = { type: 'schiuma', tank_kind: 'inox', built_until: 2011, check: 5, overhaul: 43, test: 97 }
      const { id } = await post(world, '/extinguisher-intervals', body)
      const list = '/impostazioni?scheda=estintori'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica intervallo'] }
    },
  },
  obligations: {
    async make(world) {
      const { id } = await post(world, '/obligations', {
        ...{ name: 'Registro dei rifiuti', description: 'Testo dell’obbligo', category: 'ambiente', periodicity: 'quarterly' },
        ...{ document_required: true, gas: false, position: 66, active: false },
      })
      const list = '/stazioni/manager/obblighi?scheda=catalogo&search=rifiuti'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica obbligo'] }
    },
  },
  'notification-groups': {
    async make(world) {
      const [ivan, rete] = [await world.as('ispettore'), await world.as('rete')]
      const { id } = await post(world, '/support/notification-groups', {
        ...{ name: 'Reperibili', description: 'Chi risponde di notte', emails: 'uno@example.it;due@example.it;tre@example.it' },
        ...{ channels: ['push'], events: ['ticket_late'], active: true, users: [ivan.user_id, rete.user_id] },
      })
      const list = '/tickets/gruppi-di-notifica?search=Reperibili'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica gruppo'] }
    },
  },
  'default-mails': {
    async make(world) {
      const { id } = await post(world, '/support/t/default', {
        ...{ name: 'Pezzi ordinati', event: 'macro', subject: 'I pezzi del ticket', body: '<p>I pezzi arrivano lunedì.</p>', active: true },
        ...{ leads_to: 'parts', set_priority: 3, assign_me: false, internal: true },
      })
      const list = '/tickets/template-messaggi?search=Pezzi'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica template'] }
    },
  },
  'ticket-categories': {
    async make(world) {
      const above = await post(world, '/support/t/category', { name: 'Verde pubblico' })
      const group = await post(world, '/support/notification-groups', { name: 'Giardinieri' })
      const { id } = await post(world, '/support/t/category', {
        ...{ name: 'Aiuole', parent_id: above.id, default_priority: 3, sla_hours: 71, color: '#135790', position: 55 },
        ...{
          requires_station: true,
          notification_group_id: group.id,
          default_assignee_id: (await world.as('sup.ticket')).user_id,
          active: true,
        },
      })
      const list = '/tickets/categorie?search=Aiuole'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica categoria'] }
    },
  },
  'ecommerce-categories': {
    async make(world) {
      const above = await post(world, '/ecommerce/category', { name: 'Giardino', position: 31, active: true })
      const { id } = await post(world, '/ecommerce/category', { name: 'Rastrelli', parent_id: above.id, position: 32, active: false })
      const list = '/intracommerce/categoria?search=Rastrelli'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica categoria'] }
    },
  },
  'ecommerce-tags': {
    async make(world) {
      const { id } = await post(world, '/ecommerce/tag', { name: 'Stagionale', color: '#246801' })
      const list = '/intracommerce/tag?search=Stagionale'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica tag'] }
    },
  },
} satisfies Subjects
