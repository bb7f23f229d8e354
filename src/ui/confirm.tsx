import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import type { Question } from './ConfirmDialog.tsx'

// Fetched with the first question.
const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })))

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => {
  throw new Error('useConfirm needs a ConfirmProvider above it')
})

/** Once, round the whole application. A second question while one stands open answers the first with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  /** Undefined before the first question, null between two. */
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>()
  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setAsked((before) => {
          before?.answer(false)
          return { question, answer }
        })
      }),
    [],
  )

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Suspense>
        {asked !== undefined && (
          <ConfirmDialog
            question={asked?.question ?? null}
            onAnswer={(yes) => {
              asked?.answer(yes)
              setAsked(null)
            }}
          />
        )}
      </Suspense>
    </ConfirmContext>
  )
}

/** `if (await confirm(deleteQuestion('la banca', bank.name))) remove(bank)`: true only for the named verb; Esc, the cross and Annulla are no. */
export const useConfirm = () => use(ConfirmContext)

/** The question before every deletion: `deleteQuestion('la banca', 'Intesa')`, with the article of the thing. */
export const deleteQuestion = (thing: string, name: string): Question => ({
  title: 'Conferma eliminazione',
  message: `Eliminare ${thing} "${name}"? L'operazione non può essere annullata.`,
  confirm: 'Elimina',
  danger: true,
})
