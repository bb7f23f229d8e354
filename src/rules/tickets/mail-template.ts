/** The variables of a mail template, with their labels. */
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
  operatore: 'Chi scrive',
} as const
export type TemplateVariable = keyof typeof templateVariables
export type TemplateValues = Readonly<Record<TemplateVariable, string>>
/** Values as far as they are known; null: the ticket has none. */
export type KnownValues = Readonly<Partial<Record<TemplateVariable, string | null | undefined>>>
/** Replaces a variable for which the ticket has no value. */
export const SAYS_NOTHING = '–'

const SLOT = /\{\{\s*([^{}]*?)\s*\}\}/g
const isKnown = (name: string): name is TemplateVariable => Object.hasOwn(templateVariables, name)

/** The error message for a template with an unknown variable; undefined if it is valid. */
export function templateProblem(text: string): string | undefined {
  for (const [, name] of text.matchAll(SLOT)) if (!isKnown(name!)) return `Variabile sconosciuta: ${name}.`
  return undefined
}
/** Without what would say nothing: a line all of whose variables have no value ("Punto vendita: –"), and such a variable in brackets. */
function withoutUnsaid(text: string, isUnsaid: (name: string) => boolean): string {
  const lines = text.split('\n')
  const said = lines.filter((line) => {
    const names = [...line.matchAll(SLOT)].map(([, name]) => name!)
    return !names.length || !names.every(isUnsaid)
  })
  const rest = said.join('\n').replace(/ \(\{\{\s*(\w+)\s*\}\}\)/g, (whole, name: string) => (isUnsaid(name) ? '' : whole))
  return said.length < lines.length ? rest.replace(/\n{3,}/g, '\n\n') : rest
}
/**
 * Replaces the variables of a template, once: a value that looks like a variable is not replaced again. Unknown variables stay as they are.
 * @param nothing the text for values that are null; without it, their variables stay too
 */
export function renderTemplate(text: string, values: KnownValues, nothing?: string): string {
  const textOf = (name: string) => (isKnown(name) ? (values[name] ?? (values[name] === null ? nothing : undefined)) : undefined)
  return withoutUnsaid(text, (name) => textOf(name) === SAYS_NOTHING).replace(SLOT, (slot, name: string) => textOf(name) ?? slot)
}
/** Names of the variables left in a text, each once. Other text in braces, such as `{{7*7}}`, is no variable. */
export const slotsLeft = (text: string): string[] => [
  ...new Set([...text.matchAll(SLOT)].map(([, name]) => name!).filter((name) => /^[a-z_]+$/i.test(name))),
]
/** The ticket of the preview. */
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
  operatore: 'Luca Neri',
}
