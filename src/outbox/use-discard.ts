import { notify } from '../lib/notify.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { offlineKindOf } from './kind.ts'
import { withBehind } from './plan.ts'
import { draftKeyOf } from './rows.ts'
import { outbox, wake } from './runtime.ts'
import type { Item } from './types.ts'
import { splitLabel } from './work.ts'

const list = new Intl.ListFormat('it')

/** Whether all that waits are changes of a record that the office has. */
function isKnown(key: string, steps: readonly Item[]) {
  const kind = offlineKindOf(key)
  const changes = kind?.conflict.changes.name
  return changes !== kind?.endpoints[0]?.name && steps.every((one) => one.endpoint === changes && one.lastError?.code !== 'missing_ref')
}
/** What is lost with a record: its name, and how much of it is not at the office. */
async function whatGoes(key: string) {
  const all = withBehind(await outbox().list(), key)
  const own = all.filter((item) => draftKeyOf(item) === key)
  const kind = offlineKindOf(key)
  const draft = await outbox().loadDraft(key)
  const content = kind?.contentOf?.(
    own.map(({ input }) => input),
    draft && kind.read(draft.data),
  )
  const files = new Set(own.flatMap(({ photos }) => photos)).size
  const behind = all.length - own.length
  const parts = [
    content,
    files > 0 && `${files} file`,
    behind > 0 && (behind === 1 ? '1 invio che ne dipende' : `${behind} invii che ne dipendono`),
  ].filter((part): part is string => !!part)
  const { label = '' } = own.at(-1) ?? {}
  return { name: own.length > 1 ? splitLabel(label).title : label, known: isKnown(key, own), parts: parts.length ? list.format(parts) : '' }
}

/** "Elimina": asks, saying what goes, and removes the record with everything of it that is unsent. */
export function useDiscard() {
  const confirm = useConfirm()
  /** @param key the draft key of the record */
  return async (key: string) => {
    try {
      const { name, known, parts } = await whatGoes(key)
      const message = known
        ? `All’ufficio "${name}" resta come gli è arrivato: va perso ciò che è solo su questo dispositivo${parts && ` (${parts})`}.`
        : `"${name}" non è mai arrivato all'ufficio: eliminandolo va perso${parts && `, con ${parts}`}.`
      const yes = await confirm({
        title: 'Eliminare senza inviare?',
        message: `${message} Puoi prima esportarlo da "Invii". L'operazione non può essere annullata.`,
        confirm: 'Elimina',
        danger: true,
      })
      if (!yes) return
      await outbox().discardRecord(key)
      void wake('user')
    } catch (error) {
      notify.error((error as Error).message)
    }
  }
}
