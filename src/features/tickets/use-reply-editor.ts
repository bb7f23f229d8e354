import { useEffect, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { session } from '../../lib/session.ts'
import { openReply, type ReplyEditor } from './reply-editor.ts'

const failed = (error: Error) => notify.error(error.message)

/** The editor of the reply to a ticket; undefined while it is being opened. */
export function useReplyEditor({ year, number, subject }: { year: number; number: number; subject: string }) {
  const [editor, setEditor] = useState<ReplyEditor>()
  const user = session.use().user?.id
  useEffect(() => {
    if (!user) return
    let opened: ReplyEditor | undefined
    let mounted = true
    void openReply({ year, number, subject }).then((made) => {
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
  }, [year, number, subject, user])
  return editor
}
