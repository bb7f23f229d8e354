import { messages } from '../../contract/content/communications.ts'
import { documents } from '../../contract/content/documents.ts'
import { driverFileCategories } from '../../contract/content/support-documents.ts'
import { contactContainers, contactItems, usefulContacts } from '../../contract/content/useful-contacts.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const contentHistory = {
  contact_category: { name: 'Categoria di contatti', update: usefulContacts.update },
  contact_container: { name: 'Contenitore di contatti', update: contactContainers.update },
  communication: { name: 'Comunicazione', update: messages.update },
  document: {
    name: 'Documento',
    update: documents.upload,
    labels: { version: 'Versione', roles: 'Ruoli', stations: 'Punti vendita', users: 'Persone', originalName: 'File' },
  },
  support_document: {
    name: 'File autisti',
    labels: { name: 'Nome', category: 'Categoria', valid_to: 'Valido fino al', station_id: 'Punto vendita' },
    words: { category: driverFileCategories },
  },
  contact_item: { name: 'Contatto utile', update: contactItems.update },
} satisfies ModelHistories
