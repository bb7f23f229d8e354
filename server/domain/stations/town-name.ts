const small = new Set([
  'di',
  'da',
  'de',
  'del',
  'della',
  'dei',
  'degli',
  'delle',
  'al',
  'alla',
  'in',
  'con',
  'e',
  'a',
  'su',
  'sul',
  'la',
  'lo',
])
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Converts a town in capitals (`REGGIO NELL'EMILIA`) to normal case (`Reggio nell'Emilia`). A name in mixed case stays unchanged. */
export function townName(text: string): string {
  if (text !== text.toUpperCase()) return text
  return text
    .toLowerCase()
    .split(' ')
    .map((word, place) => {
      if (place && small.has(word)) return word
      const [first = '', ...rest] = word.split("'")
      const start = place && rest.length && ['d', 'l', 'dell', 'nell', 'sull', 'all'].includes(first) ? first : capital(first)
      return [start, ...rest.map(capital)].join("'").replace(/-(\p{L})/gu, (match) => match.toUpperCase())
    })
    .join(' ')
}

/** Splits off the postcode that the ministry writes at the end of an address (`VIA EMILIA 10 43036`, `VIA ROMA 1, 15039 - -`). */
export function splitPostcode(address: string): { address: string; cap: string | undefined } {
  const found = /[\s,]+(\d{5})[\s,-]*$/.exec(address)
  return { address: (found ? address.slice(0, found.index) : address).replace(/[\s,-]+$/, ''), cap: found?.[1] }
}
