import { useBlocker } from '@tanstack/react-router'
import { createContext, type RefObject, use, useEffect, useRef } from 'react'
import { onSessionEnd } from '../../lib/session.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { useConfirm, useDismiss } from '../../ui/confirm.tsx'

export const LEAVE = {
  title: 'Modifiche non salvate',
  message: 'Ci sono modifiche non salvate. Uscire dalla pagina?',
  confirm: 'Esci senza salvare',
  cancel: 'Resta sulla pagina',
  danger: true,
}

/** The dialog that contains the form: where to show the question, and how to leave it (true if nothing is unsaved). */
interface DialogHandle {
  place: RefObject<Element | null>
  leave: RefObject<(() => boolean | Promise<boolean>) | undefined>
}
export const DialogContext = createContext<DialogHandle | undefined>(undefined)

interface Address {
  pathname: string
  search: unknown
}
const isSamePage = (a: Address, b: Address) => a.pathname === b.pathname && JSON.stringify(a.search) === JSON.stringify(b.search)

/**
 * Asks before unsaved changes are left in any way: link, Back, closing the dialog, closing the window. When the session ends nobody is
 * asked: the draft is there after the next sign-in. A change of the fragment alone leaves the form in place, so it is not asked about.
 * Returns the question itself: true to go on.
 */
export function useLeaveGuard(dirty: () => boolean, on: { left: () => unknown; sessionEnd: () => unknown }) {
  const confirm = useConfirm()
  const dialog = use(DialogContext)
  const free = useRef(false)
  const latest = useRef({ dirty, on })
  useEffect(() => {
    latest.current = { dirty, on }
  })
  useEffect(() => {
    const release = () => {
      free.current = true
      return latest.current.on.sessionEnd()
    }
    const holds = () => latest.current.dirty()
    onSessionEnd.add(release)
    unsaved.add(holds)
    return () => {
      onSessionEnd.delete(release)
      unsaved.delete(holds)
    }
  }, [])
  const dismiss = useDismiss()
  const asking = useRef(false)
  async function ask() {
    if (!latest.current.dirty()) return true
    asking.current = true
    const yes = await confirm(LEAVE, dialog?.place.current)
    asking.current = false
    return yes
  }
  // A question whose form is gone would stay, unseen, and take the next Esc.
  useEffect(() => () => void (asking.current && dismiss()), [dismiss])
  const leave = async () => {
    if (!(await ask())) return false
    free.current = true
    await latest.current.on.left()
    return true
  }
  // The dialog asks before it navigates: while a step back is being undone the address would be wrong.
  useEffect(() => {
    if (!dialog) return
    dialog.leave.current = () => !latest.current.dirty() || leave()
    return () => {
      dialog.leave.current = undefined
    }
  })
  useBlocker({
    enableBeforeUnload: () => !free.current && latest.current.dirty(),
    shouldBlockFn: async ({ current, next }) => {
      if (free.current || !latest.current.dirty() || isSamePage(current, next)) return false
      return !(await leave())
    },
  })
  return ask
}
