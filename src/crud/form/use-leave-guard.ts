import { useBlocker } from '@tanstack/react-router'
import { createContext, type RefObject, use, useEffect, useRef } from 'react'
import { onSessionEnd } from '../../lib/session.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { useConfirm } from '../../ui/confirm.tsx'

export const LEAVE = {
  title: 'Modifiche non salvate',
  message: 'Ci sono modifiche non salvate. Uscire dalla pagina?',
  confirm: 'Esci senza salvare',
  danger: true,
}

/** A dialog that a form stands in: where it is asked about, and how it is left: true once nothing holds it. */
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
 * Asks before leaving what is not saved, by any way: link, Back, closing a dialog that stands in the address, closing the window. When the
 * session ends nobody is asked: the draft is there after the next sign-in. Where only the fragment of the address changes the form stays, and
 * nothing is left. Gives the question itself: true to go on.
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
  const ask = async () => !latest.current.dirty() || confirm(LEAVE, dialog?.place.current)
  const leave = async () => {
    if (!(await ask())) return false
    free.current = true
    await latest.current.on.left()
    return true
  }
  // Asked before anything moves: a step back that is taken back leaves the address elsewhere meanwhile.
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
