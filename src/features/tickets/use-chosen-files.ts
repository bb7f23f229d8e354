import { useEffect, useRef, useState } from 'react'
import type { Attached } from './reply.ts'

/** Files that are chosen but not sent yet. They live as long as the page; pictures have an object URL in `src`. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly (Attached & { file: File })[]>([])
  const made = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of made.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const pictureOf = (file: File) => {
    if (!/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return undefined
    const url = URL.createObjectURL(file)
    made.current.push(url)
    return url
  }
  return {
    chosen,
    add: (files: readonly File[]) =>
      setChosen((before) => [
        ...before,
        ...files.map((file) => ({ id: crypto.randomUUID(), name: file.name, size: file.size, src: pictureOf(file), file })),
      ]),
    remove: (id: string) => setChosen((before) => before.filter((one) => one.id !== id)),
    clear: () => setChosen([]),
  }
}
