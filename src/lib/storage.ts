import { ownDevice } from './device.ts'
import { createStore } from './store.ts'

/** False if nothing can be stored (a full device, some private windows); shown before anybody types. */
export const writable = createStore(true)
export const tryWriting = () =>
  ownDevice().then(
    () => writable.set(true),
    () => writable.set(false),
  )
