export interface Recipient {
  name: string
  phone: string
  /** There is an address to write to. */
  email: boolean
}
const named = ({ name, phone }: Recipient) => `${name} (${phone})`

/** Who is reached by mail and who has to be telephoned when a course is cancelled; `leaves`: a mail server is configured. */
export function recipientLines(people: readonly Recipient[], leaves: boolean): string[] {
  const mailed = people.filter(({ email }) => email)
  const rest = people.filter(({ email }) => !email)
  const count = mailed.length === 1 ? 'un richiedente' : `${mailed.length} richiedenti`
  return [
    ...(mailed.length && leaves ? [`Email a ${count}.`] : []),
    ...(mailed.length && !leaves
      ? [
          `Email preparata per ${count}, ma nessun server di posta è configurato: non parte. Da telefonare: ${mailed.map(named).join(', ')}.`,
        ]
      : []),
    ...(rest.length ? [`Senza email, da telefonare: ${rest.map(named).join(', ')}.`] : []),
  ]
}
