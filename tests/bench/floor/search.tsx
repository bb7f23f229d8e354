import { useState } from 'react'

const kinds = ['Area di servizio', 'Stazione', 'Distributore', 'Punto vendita']
/** As many as there are in the country, named as those that ours is measured with. */
const stations = Array.from(
  { length: 23_973 },
  (_, at) => `INV-${at} ${kinds[at % 4]} ${at % 997} Strada Statale ${at % 700} km ${at % 90} Castel${at % 6000} PR`,
).map((name) => ({ name, folded: name.toLowerCase() }))

/** A search in an array, the first 50 that hold every word. */
export function Search() {
  const [typed, type] = useState('')
  const words = typed.toLowerCase().split(' ').filter(Boolean)
  const found = words.length ? stations.filter(({ folded }) => words.every((word) => folded.includes(word))) : []
  return (
    <div role="dialog">
      <input value={typed} onChange={(event) => type(event.target.value)} />
      <p role="status">{found.length >= 50 ? '50 o più risultati' : `${found.length} risultati`}</p>
      {found.slice(0, 50).map(({ name }) => (
        <p key={name}>{name}</p>
      ))}
    </div>
  )
}
