/** Checks of a price before it is published, in euro. The server and the screens use the same limits and the same sentences. */
export const priceLimits = { least: 0.1, most: 9.999 }
/** The limits above admit the registry's placeholders (0,100 and 8,888), so a price outside this range must be confirmed. */
const usual = { least: 0.3, most: 5 }
/** A price that differs by more than this share from the one before must be confirmed. */
const JUMP = 0.15
/** Days a communication to the ministry is valid (D.M. 31-03-2023). The day before, it is shown as due soon. */
export const COMMUNICATION_DAYS = 8

export const OUT_OF_RANGE = 'Il prezzo deve essere compreso tra 0,100 e 9,999.'
export const NOT_SOLD = 'Il carburante non è erogato in questa modalità.'
export const SELF_DEARER = 'Il prezzo self è superiore al servito.'
export const NO_PRICES = 'Inserire almeno un prezzo maggiore di zero.'
export const NOT_NEWEST = "È possibile eliminare solo l'ultimo prezzo."
const ODD = 'Prezzo insolito: confermare il prezzo.'
const JUMPED = 'Variazione superiore al 15%: confermare il prezzo.'

/** Euro as whole thousandths, in which prices are added and compared without rounding errors. */
export const thousandths = (price: number) => Math.round(price * 1_000)
/** A price plus a difference, in euro with three decimals. */
export const addDelta = (price: number, delta: number) => (thousandths(price) + thousandths(delta)) / 1_000

/** The reason a price above zero is refused, or undefined if it is accepted. */
export const refusalReason = (price: number) => (price < priceLimits.least || price > priceLimits.most ? OUT_OF_RANGE : undefined)
/** The reason a price must be confirmed, or undefined. `before` is the price that it replaces. */
export function confirmationReason(price: number, before: number | null | undefined): string | undefined {
  if (before && Math.abs(thousandths(price) - thousandths(before)) > thousandths(before) * JUMP) return JUMPED
  return price < usual.least || price > usual.most ? ODD : undefined
}
/** Said where another price is in force than the one that the writer saw. `author`: who published it, null if unknown. */
export function overtaken(price: number | null, author: string | null | undefined): string {
  if (price === null) return 'Nel frattempo il prezzo è stato annullato.'
  const figure = price.toFixed(3).replace('.', ',')
  return author ? `Nel frattempo ${author} ha pubblicato ${figure}.` : `Nel frattempo il prezzo è diventato ${figure}.`
}
/** True if a fuel costs more at self service than served, which is odd but allowed. */
export const isSelfDearer = (self: number | null | undefined, serve: number | null | undefined) => !!self && !!serve && self > serve

/** State of a communication that was made `age` days ago; null for none. */
export const communicationState = (age: number | null): 'never' | 'late' | 'soon' | 'fresh' =>
  age === null ? 'never' : age > COMMUNICATION_DAYS ? 'late' : age >= COMMUNICATION_DAYS - 1 ? 'soon' : 'fresh'
