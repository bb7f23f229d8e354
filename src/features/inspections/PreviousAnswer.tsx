import type { InputQuestion } from '../../contract/inspections/question.ts'
import { day } from '../../lib/format.ts'
import { printAnswer } from '../../rules/inspections/print-answer.ts'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'

/** The answer of this station's last completed verifica to the same question, in one line. */
export function PreviousAnswer({ question, name }: { question: InputQuestion; name: string }) {
  const editor = useInspectionEditor()
  const { previous, context } = useEditor(editor, ({ local: { previous, context } }) => ({ previous, context }))
  const answer = previous?.answers[name]
  if (!previous || !answer) return null
  const { text } = printAnswer(question, answer.v ?? undefined, context)
  const said = [text || 'nessuna risposta', answer.note && `nota: ${answer.note}`, answer.nc && 'non conformità segnalata']
  return (
    <>
      Volta precedente ({day(previous.completed_at)}): {said.filter(Boolean).join(' · ')}
    </>
  )
}
