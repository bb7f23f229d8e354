import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import type { Question } from './ConfirmDialog.tsx'
import { part } from './part.tsx'

// Fetched with the first question.
const ConfirmDialog = part(() => import('./ConfirmDialog.tsx').then((m) => m.ConfirmDialog))

type Confirm = (question: Question, inside?: Element | null) => Promise<boolean>
const missing = () => {
  throw new Error('useConfirm needs a ConfirmProvider above it')
}
const ConfirmContext = createContext<{ confirm: Confirm; dismiss: () => boolean }>({ confirm: missing, dismiss: missing })

interface Asked {
  question: Question
  inside: Element | null | undefined
  answer: (yes: boolean) => void
}
/** Wraps the whole app once. A second question answers an open one with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  /** Undefined before the first question, null between two. */
  const [asked, setAsked] = useState<Asked | null>()
  const open = useRef<Asked>(null)
  const answer = useCallback((yes: boolean) => {
    open.current?.answer(yes)
    open.current = null
    setAsked(null)
  }, [])
  const [asking] = useState(() => ({
    confirm: (question: Question, inside?: Element | null) =>
      new Promise<boolean>((resolve) => {
        open.current?.answer(false)
        open.current = { question, inside, answer: resolve }
        setAsked(open.current)
      }),
    dismiss() {
      const stood = !!open.current
      if (stood) answer(false)
      return stood
    },
  }))

  return (
    <ConfirmContext value={asking}>
      {children}
      {asked !== undefined && <ConfirmDialog question={asked?.question ?? null} inside={asked?.inside} onAnswer={answer} />}
    </ConfirmContext>
  )
}

/**
 * `if (await confirm(deleteQuestion('la banca', bank.name))) remove(bank)`: true only for the named verb; Esc, the cross and Annulla mean
 * no. `inside`: the dialog that the question is about.
 */
export const useConfirm = () => use(ConfirmContext).confirm
/** Answers an open question with no; returns whether one was open. */
export const useDismiss = () => use(ConfirmContext).dismiss

/** The question before every deletion: `deleteQuestion('la banca', 'Intesa')`, with the article. `after`: whether there is a way back. */
export const deleteQuestion = (thing: string, name: string, after = "L'operazione non può essere annullata."): Question => ({
  title: 'Conferma eliminazione',
  message: `Eliminare ${thing} "${name}"? ${after}`,
  confirm: 'Elimina',
  danger: true,
})
