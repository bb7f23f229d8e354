import { useEffect, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { session } from '../../lib/session.ts'
import type { TicketPlace } from './lanes.ts'
import { openReply, type ReplyEditor } from './reply-editor.ts'

const failed = (error: Error) => notify.error(error.message)

/** The editor of the reply to a ticket; undefined while it is being opened. */
export function useReplyEditor({ year, number, uid, subject }: TicketPlace & { subject: string }) {
  const [editor, setEditor] = useState<ReplyEditor>()
  const user = session.use().user?.id
  useEffect(() => {
    if (!user) return
    let opened: ReplyEditor | undefined
    let mounted = true
    void openReply({ year, number, uid, subject }).then((made) => {
      opened = made
      if (mounted) setEditor(made)
      else void made.close()
    }, failed)
    const look = () => void opened?.look()
    addEventListener('focus', look)
    return () => {
      mounted = false
      removeEventListener('focus', look)
      setEditor(undefined)
      void opened?.close()
    }
  }, [year, number, uid, subject, user])
  return editor
}
