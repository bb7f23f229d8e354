import type { ResourceName } from './resource-names.ts'

/** What the rows of a list are called where many are acted on, by the name of its resource: one and many. */
const words: Partial<Record<ResourceName, readonly [string, string]>> = {
  available_services: ['servizio', 'servizi'],
  banks: ['banca', 'banche'],
  cards: ['tessera', 'tessere'],
  competitors: ['concorrente', 'concorrenti'],
  customers: ['cliente', 'clienti'],
  'ecommerce-products': ['articolo', 'articoli'],
  expirations: ['scadenza', 'scadenze'],
  inspections: ['verifica', 'verifiche'],
  stations: ['punto vendita', 'punti vendita'],
  tickets: ['ticket', 'ticket'],
  users: ['utente', 'utenti'],
}
export const rowWords = (resource: string) => words[resource as ResourceName] ?? (['riga', 'righe'] as const)
