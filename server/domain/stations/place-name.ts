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

/** A town written in capitals (`REGGIO NELL'EMILIA`) as it is read (`Reggio nell'Emilia`); one in mixed case stays as it is. */
export function placeName(text: string): string {
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

/** The postcode that the ministry writes at the end of an address (`VIA EMILIA 10 43036`, `VIA ROMA 1, 15039 - -`), and the address without it. */
export function splitPostcode(address: string): { address: string; cap: string | undefined } {
  const found = /[\s,]+(\d{5})[\s,-]*$/.exec(address)
  return { address: (found ? address.slice(0, found.index) : address).replace(/[\s,-]+$/, ''), cap: found?.[1] }
}
