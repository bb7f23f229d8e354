import fs from 'node:fs'
import path from 'node:path'

/** Prints the description of the API of the checkout it is run in. */
const from = (file: string) => import(path.resolve(file))
const [{ openApi }, { implementations }] = await Promise.all([from('server/lib/openapi/openapi.ts'), from('server/resources/registry.ts')])
const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }
fs.writeSync(1, JSON.stringify(openApi(implementations, version)))
process.exit(0)
