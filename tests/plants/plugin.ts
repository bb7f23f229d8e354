import path from 'node:path'
import type { Plugin } from 'vite'
import { all } from './all.ts'

/** The fault that this run plants: it is put in as the file is loaded, and nothing on disk changes. */
const planted = process.env.PLANT === undefined ? undefined : all[Number(process.env.PLANT)]
export const plantPlugin = (root: string): Plugin => ({
  name: 'plant',
  enforce: 'pre',
  transform(code, id) {
    if (!planted || path.relative(root, id.split('?')[0]!) !== planted.file) return undefined
    if (code.split(planted.find).length !== 2) throw new Error(`${planted.file} does not have exactly once: ${planted.find}`)
    // A replacement as a function: `$` means nothing in it.
    return { code: code.replace(planted.find, () => planted.put), map: null }
  },
})
