import { useState } from 'react'
import { askBeforeUnload } from '../../lib/ask-before-unload.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { currentPosition } from './current-position.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'

/**
 * Completes the verifica after asking once.
 * @param open id of the first part of the page with something still to do: it gets the focus, and nothing is completed
 */
export function useCompletion(open: string | undefined) {
  const editor = useInspectionEditor()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirm = useConfirm()
  async function complete() {
    setAsked(true)
    if (open) return document.getElementById(open)?.focus()
    if (
      !(await confirm({
        title: 'Completare la verifica?',
        message: 'Dopo il completamento le risposte non si possono più modificare.',
        confirm: 'Completa',
      }))
    )
      return
    // The page stays: the verifica itself says when the server has it.
    const { gps } = editor.state.get().local.definition.require
    await end(() => editor.complete(async () => (gps ? currentPosition().catch(() => null) : null)))
  }
  async function end(how: () => Promise<void>) {
    setBusy(true)
    const release = askBeforeUnload()
    setProblem(undefined)
    try {
      await how()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
      setBusy(false)
    }
    release()
  }
  return { busy, asked, problem, setProblem, complete }
}
