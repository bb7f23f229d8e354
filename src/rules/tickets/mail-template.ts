/** Variables of a mail about a ticket (domain.md 1.7), with what they stand for. */
export const templateVariables = {
  numero: 'Numero del ticket',
  oggetto: 'Oggetto',
  categoria: 'Categoria',
  punto_vendita: 'Punto vendita',
  indirizzo: 'Indirizzo del punto vendita',
  richiedente: 'Richiedente',
  assegnatari: 'Assegnatari',
  stato: 'Stato',
  descrizione: 'Descrizione',
  soluzione: 'Soluzione',
  link: 'Indirizzo del ticket',
  data: 'Data di apertura',
} as const
export type TemplateVariable = keyof typeof templateVariables
export type TemplateValues = Readonly<Record<TemplateVariable, string>>
/** As far as they are known; null: the ticket says nothing of it. */
export type KnownValues = Readonly<Partial<Record<TemplateVariable, string | null | undefined>>>
/** What stands in a mail where the ticket says nothing. */
export const SAYS_NOTHING = '–'

const SLOT = /\{\{\s*([^{}]*?)\s*\}\}/g
const isKnown = (name: string): name is TemplateVariable => Object.hasOwn(templateVariables, name)

/** Why a template cannot be used, undefined where it can: 'Variabile sconosciuta: {name}.' */
export function templateProblem(text: string): string | undefined {
  for (const [, name] of text.matchAll(SLOT)) if (!isKnown(name!)) return `Variabile sconosciuta: ${name}.`
  return undefined
}
/**
 * The text with its variables filled in once: what a value says stays as it is, also where it looks like a variable. Unknown ones stay, and what the ticket
 * says nothing of stands as `nothing`, or stays as well.
 */
export const renderTemplate = (text: string, values: KnownValues, nothing?: string): string =>
  text.replace(SLOT, (slot, name: string) =>
    isKnown(name) ? (values[name] ?? (values[name] === null ? nothing : undefined) ?? slot) : slot,
  )
/** Variables that nothing was put in the place of, each once; `{{7*7}}` and the like are none. */
export const slotsLeft = (text: string): string[] => [
  ...new Set([...text.matchAll(SLOT)].map(([, name]) => name!).filter((name) => /^[a-z_]+$/i.test(name))),
]
/** What the preview shows. */
export const EXAMPLE: TemplateValues = {
  numero: '2026/123',
  oggetto: 'Pistola 3 non eroga',
  categoria: 'Impianto / Erogatori',
  punto_vendita: 'PV012 Fidenza Ovest',
  indirizzo: 'Via Emilia 14, 43036 Fidenza (PR)',
  richiedente: 'Anna Bruni',
  assegnatari: 'Luca Neri, Sara Conti',
  stato: 'In lavorazione',
  descrizione: 'Da questa mattina la pistola 3 gasolio dell’erogatore 2 non eroga.',
  soluzione: 'Sostituita la pistola.',
  link: 'https://piazzale.example.it/tickets/2026/123',
  data: '14/04/2026',
}
