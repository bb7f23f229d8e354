import type { Scene, Write } from './scene.ts'

const paper = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }

interface Plain {
  /** Address of the list and of a new record. */
  path: string
  body: (scene: Scene) => object
  change: object
  /** Its name in the activity and the model of its history. */
  entity: string
  model: string
  /** Address of a deletion, where the record's own does not do. */
  removeAt?: (scene: Scene, id: number) => string
}

/** A new record, made by the administrator. Throws in words if it is refused. */
async function make({ path, body }: Pick<Plain, 'path' | 'body'>, scene: Scene): Promise<{ id: number; rev: number }> {
  const answer = await scene.admin.post(path, body(scene))
  if (answer.status !== 201) throw new Error(`POST ${path} of the sample in tests/resources: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const writing = (write: Write, leaves: string) => ({ write, leaves })

/** How a plain record is created, changed and deleted, and what each leaves behind. */
export function plainWrites({ removeAt, ...plain }: Plain) {
  const { path, body, change, entity, model } = plain
  return {
    create: writing(async (scene) => () => scene.admin.post(path, body(scene), scene.headers), `creazione, ${entity}, named, ${model} created`),
    update: writing(async (scene) => {
      const { id, rev } = await make(plain, scene)
      return () => scene.admin.put(`${path}/${id}`, { ...change, rev }, scene.headers)
    }, `modifica, ${entity}, named, ${model} updated`),
    remove: writing(async (scene) => {
      const { id } = await make(plain, scene)
      return () => scene.admin.del(removeAt ? removeAt(scene, id) : `${path}/${id}`, scene.headers)
    }, `eliminazione, ${entity}, named, ${model} deleted`),
  }
}

/** How a file of such a record is added and taken away. */
export function fileWrites(plain: Pick<Plain, 'path' | 'body' | 'entity'>) {
  const { path, entity } = plain
  return {
    upload: writing(async (scene) => {
      const { id } = await make(plain, scene)
      return () => scene.admin.upload(`${path}/${id}/upload`, [paper], {}, scene.headers)
    }, `creazione, ${entity}, named`),
    removeFile: writing(async (scene) => {
      const { id } = await make(plain, scene)
      const [file] = (await scene.admin.upload(`${path}/${id}/upload`, [paper])).body.data
      return () => scene.admin.del(`${path}/${id}/files/${file.id}`, scene.headers)
    }, `eliminazione, ${entity}, named`),
  }
}

/** All rows of a list put in the opposite order. */
export const reorderWrite = ({ path, entity, model }: Pick<Plain, 'path' | 'entity' | 'model'>) =>
  writing(async ({ admin, headers }) => {
    const { data } = (await admin.get(`${path}?is_paginated=0`)).body
    const was = (data.data ?? data).map(({ id }: { id: number }) => id)
    return () => admin.put(`${path}/order`, { ids: was.toReversed(), was }, headers)
  }, `modifica, ${entity}, of nothing, ${model} updated`)
