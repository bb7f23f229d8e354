import fs from 'node:fs'
import path from 'node:path'

export interface Source {
  /** From the project's folder, with forward slashes. */
  path: string
  text: string
}
const code = /\.(tsx?|mjs|css)$/

/** Every hand-written source file under these folders: generated files and migrations are left out. */
export function sourcesOf(...folders: string[]): Source[] {
  const walk = (place: string): string[] =>
    fs
      .readdirSync(place, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? walk(path.posix.join(place, entry.name)) : [path.posix.join(place, entry.name)]))
  return folders
    .filter((folder) => fs.existsSync(folder))
    .flatMap(walk)
    .filter((file) => code.test(file) && !file.includes('.gen.') && !file.includes('/migrations/'))
    .map((file) => ({ path: file, text: fs.readFileSync(file, 'utf8') }))
}

/** The imports of a file, static, dynamic and type-only; paths inside the project are given as project paths. */
export function importsOf({ path: file, text }: Source): string[] {
  const found = text.matchAll(/(?:^|[\s;}])(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)
  return [...found].map(([, , name]) => (name!.startsWith('.') ? path.posix.join(path.posix.dirname(file), name!) : name!))
}
