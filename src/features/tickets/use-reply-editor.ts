import { useEffect, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { session } from '../../lib/session.ts'
import { openReply, type ReplyEditor } from './reply-editor.ts'

const failed = (error: Error) => notify.error(error.message)

/** The reply being written to a ticket: this device's, and through the server the same on all of its author's. Undefined while it is being opened. */
export function useOutgoing({ year, number, subject }: { year: number; number: number; subject: string }) {
  const [editor, setEditor] = useState<ReplyEditor>()
  const user = session.use().user?.id
  useEffect(() => {
    if (!user) return
    let opened: ReplyEditor | undefined
    let here = true
    void openReply({ year, number, subject }).then((made) => {
      opened = made
      if (here) setEditor(made)
      else void made.close()
    }, failed)
    const look = () => void opened?.look()
    addEventListener('focus', look)
    return () => {
      here = false
      removeEventListener('focus', look)
      setEditor(undefined)
      void opened?.close()
    }
  }, [year, number, subject, user])
  return editor
}
