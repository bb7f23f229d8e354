import { useEffect, useRef, useState } from 'react'
import { session } from '../../lib/session.ts'
import { type Draft, formDraft } from './form-draft.ts'

/** Reads the draft of a form when the form appears, and writes pending changes at once whenever the page may be about to close. */
export function useFormDraft(key: string, onFound: (draft: Draft) => void) {
  const [draft] = useState(() => formDraft(session.get().user?.id ?? 0, key))
  const [restored, setRestored] = useState<number>()
  const found = useRef(onFound)
  useEffect(() => {
    let here = true
    void draft.read().then((stored) => {
      if (!stored || !here) return
      found.current(stored)
      setRestored(stored.at)
    })
    const flush = () => void draft.flush()
    const hidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', flush)
    return () => {
      here = false
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [draft])
  return {
    ...draft,
    /** When the restored draft was written, in milliseconds; undefined without one. */
    restored,
    async drop() {
      setRestored(undefined)
      await draft.clear()
    },
  }
}
