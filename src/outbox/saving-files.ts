import { askBeforeUnload } from '../lib/ask-before-unload.ts'
import { onLeave, onSessionEnd } from '../lib/session.ts'
import { createStore } from '../lib/store.ts'
import { unsaved } from '../lib/unsaved.ts'

/** Files chosen for one record that are not all on the device yet. A file that could not be stored counts as done: it has its own message. */
export interface SavingFiles {
  done: number
  chosen: number
  what: 'foto' | 'file'
}
/** By the key of the record's draft. */
export const savingFiles = createStore<ReadonlyMap<string, SavingFiles>>(new Map())
/** `Salvataggio foto 4 di 10`: the fourth is being stored. */
export const savingWords = ({ done, chosen, what }: SavingFiles) => `Salvataggio ${what} ${done + 1} di ${chosen}`

/**
 * Says that chosen files are being stored, wherever the record is shown. Until the last one is durable no update reloads the page, and the
 * browser asks before closing it.
 * @returns to be called after each file
 */
export function savingBegins(key: string, count: number, what: SavingFiles['what'] = 'foto'): () => void {
  const set = (next: SavingFiles) => {
    const all = new Map(savingFiles.get())
    if (next.done < next.chosen) all.set(key, next)
    else all.delete(key)
    savingFiles.set(all)
  }
  const { done, chosen } = savingFiles.get().get(key) ?? { done: 0, chosen: 0 }
  set({ done, chosen: chosen + count, what })
  return () => {
    const now = savingFiles.get().get(key)
    if (now) set({ ...now, done: now.done + 1 })
  }
}
/** Resolves once no chosen file of the record (without a key: of any record) is only in memory. */
export const filesSaved = (key?: string) =>
  new Promise<void>((done) => {
    const look = () => {
      const all = savingFiles.get()
      if (key === undefined ? all.size : all.has(key)) return
      stop()
      done()
    }
    const stop = savingFiles.subscribe(look)
    look()
  })

let release: (() => void) | undefined
savingFiles.subscribe(() => {
  if (savingFiles.get().size) release ??= askBeforeUnload()
  else {
    release?.()
    release = undefined
  }
})
unsaved.add(() => savingFiles.get().size > 0)
// Both wait a moment only; what is not stored by then is told before the sign-out.
onLeave.add(() => filesSaved())
onSessionEnd.add(() => filesSaved())
