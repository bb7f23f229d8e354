import fs from 'node:fs'
import path from 'node:path'
import { build, root } from './prepare.mjs'

/** `npm run build`: always anew. */
fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true })
await build()
