import type { Caller, Reply, World } from '../api/support/world.ts'

/** The world that a write is made in. */
export interface Scene extends World {
  admin: Caller
  ivan: Caller
  station: number
  model: number
  /** Headers for the write itself. */
  headers: Record<string, string>
}
/** Makes what the write needs, and resolves to the write. */
export type Write = (scene: Scene) => Promise<() => Promise<Reply>>
