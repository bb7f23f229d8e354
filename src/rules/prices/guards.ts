/** What is asked of a price before it is published (domain.md 1.2, prices). The server refuses, the screens ask, by the same words. */
export const priceLimits = { least: 0.1, most: 9.999 }
/** Placeholders of the ministry's registry (0,100, 8,888) are within the limits: what nothing costs has to be confirmed. */
const usual = { least: 0.3, most: 5 }
/** A change of more is confirmed. */
const JUMP = 0.15
/** A communication to the ministry holds for so many days (D.M. 31-03-2023); a day before, it is told. */
export const COMMUNICATION_DAYS = 8

export const OUT_OF_RANGE = 'Il prezzo deve essere compreso tra 0,100 e 9,999.'
export const NOT_SOLD = 'Il carburante non è erogato in questa modalità.'
export const SELF_DEARER = 'Il prezzo self è superiore al servito.'
export const NO_PRICES = 'Inserire almeno un prezzo maggiore di zero.'
export const NOT_NEWEST = "È possibile eliminare solo l'ultimo prezzo."
const ODD = 'Prezzo insolito: confermare il prezzo.'
const JUMPED = 'Variazione superiore al 15%: confermare il prezzo.'

/** Thousandths of a euro, whole: prices are added and compared by these. */
export const thousandths = (price: number) => Math.round(price * 1_000)
/** A price with a change added, three decimals. */
export const varied = (price: number, delta: number) => (thousandths(price) + thousandths(delta)) / 1_000

/** Why a price above zero is refused; undefined where it is not. */
export const refusedPrice = (price: number) => (price < priceLimits.least || price > priceLimits.most ? OUT_OF_RANGE : undefined)
/** What has to be confirmed of a price; `before`: the one that it follows. */
export function askedOf(price: number, before: number | null | undefined): string | undefined {
  if (before && Math.abs(thousandths(price) - thousandths(before)) > thousandths(before) * JUMP) return JUMPED
  return price < usual.least || price > usual.most ? ODD : undefined
}
/** What is told of two prices of one fuel: more is asked from who serves himself. */
export const isSelfDearer = (self: number | null | undefined, serve: number | null | undefined) => !!self && !!serve && self > serve

/** How a communication of so many days ago stands; null: there was none. */
export const clockOf = (age: number | null): 'never' | 'late' | 'soon' | 'fresh' =>
  age === null ? 'never' : age > COMMUNICATION_DAYS ? 'late' : age >= COMMUNICATION_DAYS - 1 ? 'soon' : 'fresh'
