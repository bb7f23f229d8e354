import { paper } from './files.ts'
import type { Scene, Write } from './scene.ts'

interface Plain {
  /** Address of the list and of a new record. */
  path: string
  body: (scene: Scene) => object
  change: object
  /** Its name in the activity and the model of its history. */
  entity: string
  model: string
  /** Entries a write leaves in the history of other records, or of this one besides. */
  leavesToo?: { create?: string; update?: string; remove?: string } | undefined
  /** Address of a deletion, where it is not the record's own. */
  removeAt?: (scene: Scene, id: number) => string
}

/** A new record, made by the administrator. Throws in words if it is refused. */
async function make({ path, body }: Pick<Plain, 'path' | 'body'>, scene: Scene): Promise<{ id: number; rev: number }> {
  const answer = await scene.admin.post(path, body(scene))
  if (answer.status !== 201) throw new Error(`POST ${path} refuses the body of tests/resources: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const written = (write: Write, ...leaves: (string | undefined)[]) => ({ write, leaves: leaves.filter(Boolean).join(', ') })

/** How a plain record is created, changed and deleted, and what each leaves behind. */
export function plainWrites(plain: Plain) {
  const { path, body, change, entity, model, leavesToo, removeAt = (_, id) => `${path}/${id}` } = plain
  return {
    create: written(
      async (scene) => () => scene.admin.post(path, body(scene), scene.headers),
      `creazione, ${entity}, named, ${model} created`,
      leavesToo?.create,
    ),
    update: written(
      async (scene) => {
        const { id, rev } = await make(plain, scene)
        return () => scene.admin.put(`${path}/${id}`, { ...change, rev }, scene.headers)
      },
      `modifica, ${entity}, named, ${model} updated`,
      leavesToo?.update,
    ),
    remove: written(
      async (scene) => {
        const { id } = await make(plain, scene)
        return () => scene.admin.del(removeAt(scene, id), scene.headers)
      },
      `eliminazione, ${entity}, named, ${model} deleted`,
      leavesToo?.remove,
    ),
  }
}

/** How a file of such a record is added and taken away. */
export function fileWrites(plain: Pick<Plain, 'path' | 'body' | 'entity'>) {
  const { path, entity } = plain
  return {
    upload: written(async (scene) => {
      const { id } = await make(plain, scene)
      return () => scene.admin.upload(`${path}/${id}/upload`, [paper], {}, scene.headers)
    }, `creazione, ${entity}, named`),
    removeFile: written(async (scene) => {
      const { id } = await make(plain, scene)
      const [file] = (await scene.admin.upload(`${path}/${id}/upload`, [paper])).body.data
      return () => scene.admin.del(`${path}/${id}/files/${file.id}`, scene.headers)
    }, `eliminazione, ${entity}, named`),
  }
}

/** All rows of a list put in the opposite order. */
export const reorderWrite = ({ path, entity, model }: Pick<Plain, 'path' | 'entity' | 'model'>) =>
  written(async ({ admin, headers }) => {
    const { data } = (await admin.get(`${path}?is_paginated=0`)).body
    const was = (data.data ?? data).map(({ id }: { id: number }) => id)
    return () => admin.put(`${path}/order`, { ids: was.toReversed(), was }, headers)
  }, `modifica, ${entity}, of nothing, ${model} updated`)
