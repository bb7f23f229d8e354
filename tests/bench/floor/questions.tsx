import { useRef, useState } from 'react'
import { kept } from './kept.ts'

/** So many plain questions, in the types of the verifica that is measured; what is typed is kept in memory. */
function Questions({ count, keep = () => undefined }: { count: number; keep?: (value: string) => void }) {
  const answers = useRef(new Map<number, string>())
  const given = (at: number, value: string) => {
    answers.current.set(at, value)
    keep(value)
  }
  return Array.from({ length: count }, (_, at) => at).map((at) => (
    <article key={at}>
      <p>Domanda {at + 1}</p>
      {at % 4 === 0 ? (
        <div role="radiogroup">
          {['Sì', 'No'].map((word) => (
            <label key={word}>
              <input type="radio" name={`q${at}`} onChange={() => given(at, word)} />
              {word}
            </label>
          ))}
        </div>
      ) : at % 4 === 2 ? (
        <textarea onChange={(event) => given(at, event.target.value)} />
      ) : (
        <input type={at % 4 === 1 ? 'number' : 'text'} onChange={(event) => given(at, event.target.value)} />
      )}
    </article>
  ))
}
export const Section = () => <Questions count={20} />
export const Form = () => <Questions count={200} />

/** Each answer is written at once, and said to be there when it is. */
export function Saved() {
  const [word, say] = useState('Aperto')
  const keep = async (value: string) => {
    say('Salvataggio')
    await kept.kept.put({ key: 'answer', value })
    say('Salvato')
  }
  return (
    <>
      <p className="state">{word}</p>
      <Questions count={20} keep={(value) => void keep(value)} />
    </>
  )
}
