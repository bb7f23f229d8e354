import { memo, useState } from 'react'
import { kept } from './kept.ts'

/** Answers of a form: in memory at once, on the device as durably as ours three tenths of a second later. */
function answers(say: (state: string) => void) {
  const given = new Map<number, string>()
  let waiting = false
  async function keep() {
    waiting = false
    await kept.kept.put({ key: 'answers', value: JSON.stringify([...given]) })
    say('Salvato')
  }
  return (at: number, value: string) => {
    given.set(at, value)
    say('Salvataggio')
    if (!waiting) setTimeout(() => void keep(), 300)
    waiting = true
    return given.size
  }
}
/** A plain question, in the types of the verifica that is measured. */
const Question = memo(({ at, onAnswer }: { at: number; onAnswer: (at: number, value: string) => void }) => {
  const [value, set] = useState('')
  const give = (next: string) => {
    set(next)
    onAnswer(at, next)
  }
  const input = { value, onChange: ({ target }: { target: { value: string } }) => give(target.value) }
  return (
    <article>
      <p>Domanda {at + 1}</p>
      {at % 4 === 0 ? (
        <div role="radiogroup">
          {['Sì', 'No'].map((word) => (
            <label key={word}>
              <input type="radio" name={`q${at}`} checked={value === word} onChange={() => give(word)} />
              {word}
            </label>
          ))}
        </div>
      ) : at % 4 === 2 ? (
        <textarea {...input} />
      ) : (
        <input type={at % 4 === 1 ? 'number' : 'text'} {...input} />
      )}
    </article>
  )
})
/** So many of them, with how many are answered and whether that is saved. */
function Questions({ count }: { count: number }) {
  const [state, say] = useState('Aperto')
  const [answered, tell] = useState(0)
  const [give] = useState(() => answers(say))
  const [onAnswer] = useState(() => (at: number, value: string) => tell(give(at, value)))
  return (
    <>
      <p>
        {answered} di {count} <span className="state">{state}</span>
      </p>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <Question key={at} at={at} onAnswer={onAnswer} />
      ))}
    </>
  )
}
export const Section = () => <Questions count={20} />
export const Form = () => <Questions count={200} />
