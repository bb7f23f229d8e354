import path from 'node:path'
import type { Plugin } from 'vite'
import { all } from './all.ts'

/** The fault that is planted now: it is put in as its file is loaded, and nothing on disk changes. */
const planted = () => (process.env.PLANT === undefined ? undefined : all[Number(process.env.PLANT)])
export const plantPlugin = (root: string): Plugin => ({
  name: 'plant',
  enforce: 'pre',
  transform(code, id) {
    const one = planted()
    if (!one || path.relative(root, id.split('?')[0]!) !== one.file) return undefined
    if (code.split(one.find).length !== 2) throw new Error(`${one.file} does not have exactly once: ${one.find}`)
    // A replacement as a function: `$` means nothing in it.
    return { code: code.replace(one.find, () => one.put), map: null }
  },
})
