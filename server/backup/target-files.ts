import fs from 'node:fs'
import path from 'node:path'
import { UNFINISHED } from '../db/open.ts'
import { diskStore, type FileStore } from '../lib/files/files.ts'
import { type FilesPlace, openFiles } from '../lib/files/open-files.ts'
import { StartupError } from '../startup-problem.ts'

/** Where the files of a copy go: it must be empty, or hold what an interrupted command has left. */
export interface TargetFiles {
  /** @throws StartupError if something is there */
  refuse(): Promise<void>
  /** Removes what an interrupted command has left. */
  clear(): Promise<void>
  begin(): Promise<FileStore>
  /** Puts everything in its place. */
  ready(): Promise<void>
}
const BESIDE = `files.${UNFINISHED}`

/** The folder is filled beside its place and renamed at the end. The key of sealed files is kept there too, wherever the files are. */
function folder(dataDir: string): TargetFiles {
  const at = (name: string) => path.join(dataDir, name)
  return {
    async refuse() {
      const found = ['files', 'files.key'].find((name) => fs.existsSync(at(name)))
      if (found)
        throw new StartupError(`La cartella dati "${dataDir}" non è vuota (${found}): indicarne una nuova. Non è stato toccato nulla.`)
    },
    async clear() {
      for (const name of ['files', 'files.key', BESIDE]) fs.rmSync(at(name), { recursive: true, force: true })
    },
    async begin() {
      fs.mkdirSync(at(BESIDE))
      return diskStore(at(BESIDE))
    },
    async ready() {
      fs.renameSync(at(BESIDE), at('files'))
    },
  }
}

/** A bucket is marked while it is being filled: nothing is removed from one without the mark. */
function bucket(place: FilesPlace): TargetFiles {
  const key = folder(place.dataDir)
  const opened = openFiles(place)
  const [mark, at] = [UNFINISHED, new Date(0)]
  async function stored() {
    const all: { uuid: string; at: Date }[] = []
    for await (const lot of (await opened).list()) all.push(...lot)
    return all
  }
  return {
    async refuse() {
      await key.refuse()
      const found = await stored()
      if (found.length && !found.some(({ uuid }) => uuid === mark))
        throw new StartupError(
          'Il contenitore di FILES_URL non è vuoto: indicarne uno nuovo, o una sua cartella. Non è stato toccato nulla.',
        )
    },
    async clear() {
      await key.clear()
      const found = await stored()
      if (!found.some(({ uuid }) => uuid === mark)) return
      for (const one of found) if (one.uuid !== mark) await (await opened).remove(one.uuid, one.at)
      await (await opened).remove(mark, at)
    },
    async begin() {
      const store = await opened
      await this.refuse()
      await store.write(mark, Buffer.from('x'), at)
      return store
    },
    ready: async () => (await opened).remove(mark, at),
  }
}
export const targetFiles = (place: FilesPlace): TargetFiles => (place.filesUrl ? bucket(place) : folder(place.dataDir))
