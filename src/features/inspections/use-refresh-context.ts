import { useEffect } from 'react'
import { notify } from '../../lib/notify.ts'
import { connection } from '../../lib/online.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { type Editor, useEditor } from './editor.ts'
import { lacksContext } from './refresh-context.ts'

const AGAIN_MS = 20_000

/** Unknown data of the station are fetched as soon as there is a network, also in the middle of the form. */
export function useRefreshContext(editor: Editor) {
  const station_id = useEditor(editor, ({ local }) => (lacksContext(local) ? local.station.id : null))
  const online = connection.use() === 'online'
  useEffect(() => {
    if (station_id === null || !online) return
    const here = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        // Hardly any verifica is begun without knowing its station.
        const { fetchContext } = await import('./prepare-offline.ts')
        const given = await fetchContext(station_id, here.signal)
        const before = editor.state.get().evaluation
        editor.refreshContext(given)
        const { unchecked, total } = editor.state.get().evaluation
        if (before.unchecked.length > unchecked.length)
          notify.info(
            `Attrezzature e prezzi del punto vendita ora sono noti: ${howMany(total - before.total, 'domanda', 'domande')} in più.`,
          )
      } catch {
        if (!here.signal.aborted) timer = setTimeout(() => void ask(), AGAIN_MS)
      }
    }
    void ask()
    return () => {
      here.abort()
      clearTimeout(timer)
    }
  }, [editor, station_id, online])
}
