import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => {
  throw new Error('useConfirm needs a ConfirmProvider above it')
})

/** Once, round the whole application. A second question while one stands open answers the first with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null)
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
      <ConfirmDialog
        question={asked?.question ?? null}
        onAnswer={(yes) => {
          asked?.answer(yes)
          setAsked(null)
        }}
      />
    </ConfirmContext>
  )
}

/** `if (await confirm(deleteQuestion('la banca', bank.name))) remove(bank)`: true only for the named verb; Esc, the cross and Annulla are no. */
export const useConfirm = () => use(ConfirmContext)
