import type { Caller, Reply, World } from './world.ts'

/** What a write is made in. */
export interface Scene extends World {
  admin: Caller
  ivan: Caller
  station: number
  model: number
  /** Headers of the write itself. */
  headers: Record<string, string>
}
export type Do = () => Promise<Reply>
/** By call: the way to it, and then the call itself. */
export type Writes = Record<string, (scene: Scene) => Promise<Do>>

/** The three writes of a plain resource. */
export const plain = (path: string, body: (scene: Scene) => object, change: object, owner = (_: Scene) => ''): Writes => {
  const made = async (scene: Scene) => (await scene.admin.post(path, body(scene))).body.data as { id: number; rev: number }
  const own = path.startsWith('/station/') ? '/{stationId}' : ''
  return {
    [`POST ${path}`]: async (scene) => () => scene.admin.post(path, body(scene), scene.headers),
    [`PUT ${path}/{id}`]: async (scene) => {
      const { id, rev } = await made(scene)
      return () => scene.admin.put(`${path}/${id}`, { ...change, rev }, scene.headers)
    },
    [`DELETE ${path}${own}/{id}`]: async (scene) => {
      const { id } = await made(scene)
      return () => scene.admin.del(`${path}${owner(scene)}/${id}`, scene.headers)
    },
  }
}
